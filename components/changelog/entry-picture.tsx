import { type ShownImage, sourceSet } from '@/lib/image/sizes'
import { ImageLink } from '../image/image-link'

/** The first image of an entry, as wide as its text, or as wide as it is. Clicking it enlarges it. */
export function EntryPicture({ image, isAlone }: { image: ShownImage; isAlone?: boolean }) {
  return (
    <div className="changelog-picture">
      <ImageLink image={image}>
        <img
          src={image.src}
          srcSet={sourceSet(image)}
          sizes="(width >= 48rem) 41rem, 100vw"
          width={image.width}
          height={image.height}
          alt={image.alt}
          loading={isAlone ? undefined : 'lazy'}
          decoding="async"
        />
      </ImageLink>
    </div>
  )
}
