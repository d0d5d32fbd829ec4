import type { CSSProperties } from 'react'
import { type ShownImage, sourceSet } from '@/lib/image/sizes'
import { ImageLink } from './image-link'

const height = 160
const narrowest = 72
const widest = 480

export function ImageGrid({ images }: { images: ShownImage[] }) {
  if (images.length === 0) return null
  return (
    <ul className="image-grid">
      {images.map((image) => {
        // Wide images are cropped, so they are loaded wider than they appear.
        const drawn = Math.max(narrowest, Math.round((image.width / image.height) * height))
        // On phones, wide images take up the whole row.
        const isWide = drawn > height
        return (
          <li key={image.id} className={isWide ? 'is-wide' : undefined}>
            <ImageLink image={image}>
              <img
                src={image.src}
                srcSet={sourceSet(image)}
                sizes={isWide ? `(width < 40rem) calc(100vw - 2rem), ${drawn}px` : `${drawn}px`}
                width={Math.min(widest, drawn)}
                height={height}
                // That of the crop. Without it, a loaded image has its own, which wide images have on phones.
                style={
                  {
                    '--crop': `${Math.min(widest, drawn)} / ${height}`,
                    '--whole': `${image.width} / ${image.height}`,
                  } as CSSProperties
                }
                alt={image.alt}
                loading="lazy"
                decoding="async"
              />
            </ImageLink>
          </li>
        )
      })}
    </ul>
  )
}
