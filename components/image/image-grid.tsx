import { type ShownImage, sourceSet } from '@/lib/image/sizes'
import { ImageLink } from './image-link'

const height = 160
const narrowest = 72
const widest = 288

export function ImageGrid({ images }: { images: ShownImage[] }) {
  if (images.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {images.map((image) => {
        // Wide images are cropped, so they are loaded wider than they appear.
        const drawn = Math.max(narrowest, Math.round((image.width / image.height) * height))
        return (
          <li key={image.id}>
            <ImageLink image={image}>
              <img
                src={image.src}
                srcSet={sourceSet(image)}
                sizes={`${drawn}px`}
                width={Math.min(widest, drawn)}
                height={height}
                alt={image.alt}
                loading="lazy"
                decoding="async"
                className="h-40 rounded-md border border-line bg-sunken object-cover"
              />
            </ImageLink>
          </li>
        )
      })}
    </ul>
  )
}
