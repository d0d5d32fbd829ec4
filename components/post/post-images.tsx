import { ImageGrid } from '@/components/image/image-grid'
import type { ShownImage } from '@/lib/image/sizes'

/** The pictures of a post, and after its own those of posts that were merged into it, under their titles. */
export function PostImages({ images }: { images: (ShownImage & { mergedFrom: string | null })[] }) {
  return Array.from(
    Map.groupBy(images, ({ mergedFrom }) => mergedFrom),
    ([title, some]) =>
      title === null ? (
        <ImageGrid key="" images={some} />
      ) : (
        <figure key={title} className="mt-4">
          <figcaption className="-mb-2 text-xs break-words text-ink-soft">
            on “<span dir="auto">{title}</span>”
          </figcaption>
          <ImageGrid images={some} />
        </figure>
      ),
  )
}
