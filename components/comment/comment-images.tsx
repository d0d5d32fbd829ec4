import type { ShownImage } from '@/lib/image/sizes'
import { ImageManager } from '../image/image-manager'
import { Dialog } from '../ui/dialog'

/** What an admin may do with the images of somebody else's comment: delete them. */
export function CommentImages(props: { id: number; images: ShownImage[]; onClose: () => void }) {
  const { id, images, onClose } = props
  return (
    <Dialog onClose={onClose} title="Images of this comment" size="lg">
      <ImageManager owner="comment" ownerId={id} images={images} mayChange={false} />
    </Dialog>
  )
}
