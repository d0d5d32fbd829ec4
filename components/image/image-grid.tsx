import { getImageProps } from 'next/image'
import { ImageLink } from './image-link'
import type { ShownImage } from './shown-image'

const height = 160
const narrowest = 72
const widest = 288
/** Half of what a large screen gets. */
const largeWidth = 960

/** The picture as Next serves it where it is shown this wide; its `src` is the one of double width, for fine screens. */
const scaled = ({ src, alt }: ShownImage, width: number) => getImageProps({ src, alt, width, height }).props

/** Pictures of a post or a comment as thumbnails of one height; each opens large. */
export function ImageGrid({ images }: { images: ShownImage[] }) {
  if (images.length === 0) return null
  return (
    <ul className="mt-4 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id}>
          <ImageLink image={image} large={scaled(image, largeWidth).src}>
            <img
              {...scaled(image, widest)}
              width={Math.max(narrowest, Math.min(widest, Math.round((image.width / image.height) * height)))}
              alt={image.alt}
              // Next would hide the alternative text of a picture that does not load.
              style={undefined}
              className="h-40 rounded-md border border-line bg-sunken object-cover"
            />
          </ImageLink>
        </li>
      ))}
    </ul>
  )
}
