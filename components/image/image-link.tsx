'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ShownImage } from './shown-image'

const LargeImage = lazy(() => import('./large-image').then((file) => ({ default: file.LargeImage })))

/** Opens a picture over the page. Without JavaScript it is a link to the picture itself. */
export function ImageLink(props: { image: ShownImage; large: string; children: ReactNode }) {
  const { image, large, children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        href={image.src}
        aria-label={`Open the image${image.alt ? `: ${image.alt}` : ''}`}
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
          <LargeImage image={image} src={large} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
