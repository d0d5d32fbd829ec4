import { ImageLink } from './image-link'

export type ShownImage = { id: string; src: string; alt: string; width: number; height: number }

const height = 160

/** The address at which Next serves a picture in a modern format and in one of its widths. */
const scaled = (src: string, width: number) => `/_next/image?url=${encodeURIComponent(src)}&w=${width}&q=75`

/** Pictures of a post or a comment as thumbnails of one height; each opens large. */
export function ImageGrid({ images }: { images: ShownImage[] }) {
  if (images.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {images.map((image) => {
        const width = Math.max(72, Math.min(288, Math.round((image.width / image.height) * height)))
        return (
          <li key={image.id}>
            <ImageLink
              large={{
                src: scaled(image.src, 1920),
                alt: image.alt,
                width: image.width,
                height: image.height,
              }}
              original={image.src}
            >
              <img
                src={scaled(image.src, 384)}
                srcSet={`${scaled(image.src, 384)} 1x, ${scaled(image.src, 640)} 2x`}
                alt={image.alt}
                width={width}
                height={height}
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
