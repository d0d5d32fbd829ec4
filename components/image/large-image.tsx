'use client'

import { t } from '@/lib/words/t'
import * as Radix from '@radix-ui/react-dialog'
import { type ShownImage, sourceSet } from '@/lib/image/sizes'
import { Icon } from '../ui/icon'
import { useReturnFocus } from '../ui/use-return-focus'

export function LargeImage({ image, onClose }: { image: ShownImage; onClose: () => void }) {
  const returnFocus = useReturnFocus()
  // Reserves the space the window has next to the button, so that nothing moves when the image loads.
  const width = `min(100vw - 1rem, ${image.width}px, (100dvh - 6.5rem) * ${image.width / image.height})`
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-30 bg-overlay" />
        <Radix.Content
          {...returnFocus}
          aria-describedby={undefined}
          className="fixed inset-2 z-40 flex flex-col items-center justify-center gap-2 outline-none sm:inset-6"
          onClick={onClose}
        >
          <Radix.Title className="sr-only">{image.alt || t('image.largeImage.image')}</Radix.Title>
          <img
            src={image.src}
            srcSet={sourceSet(image)}
            sizes={width}
            alt={image.alt}
            width={image.width}
            height={image.height}
            style={{ width }}
            className="max-w-full rounded-md bg-surface"
          />
          <Radix.Close className="flex h-10 items-center gap-2 rounded-md bg-surface px-4 font-medium">
            <Icon name="close" />
            {t('common.close')}
          </Radix.Close>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
