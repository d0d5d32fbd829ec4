import { rich } from '@/components/ui/rich'
import { ImageGrid } from '@/components/image/image-grid'
import type { ShownImage } from '@/lib/image/sizes'

/** The images of a post, followed by those of posts merged into it, under their titles. */
export function PostImages({ images }: { images: (ShownImage & { mergedFrom: string | null })[] }) {
  // Images added after a merge come last in the order they were added.
  const own = images.filter(({ mergedFrom }) => mergedFrom === null)
  const titles = new Set(images.flatMap(({ mergedFrom }) => mergedFrom ?? []))
  return (
    <>
      <ImageGrid images={own} />
      {Array.from(titles, (title) => (
        <figure key={title} className="merged-images mt-4">
          <figcaption>
            {rich('common.fromPost', { title, b: (text) => <span dir="auto">{text}</span> })}
          </figcaption>
          <ImageGrid images={images.filter(({ mergedFrom }) => mergedFrom === title)} />
        </figure>
      ))}
    </>
  )
}
