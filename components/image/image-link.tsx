'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, Suspense, useState } from 'react'
import type { ShownImage } from '@/lib/image/sizes'
import { lazyPart } from '../ui/lazy-part'

const LargeImage = lazyPart(() => import('./large-image'), 'LargeImage')

export function ImageLink({ image, children }: { image: ShownImage; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        href={image.src}
        aria-label={t('image.link.openTheImage', { alt: Boolean(image.alt), alt2: image.alt })}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
        className="block rounded-md"
      >
        {children}
      </a>
      {isOpen && (
        <Suspense>
          <LargeImage image={image} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
