'use client'

import { lazy, type ReactNode, Suspense, useState } from 'react'

const LargeImage = lazy(() => import('./large-image'))

export type LargePicture = { src: string; alt: string; width: number; height: number }

/** Opens a picture over the page. Without JavaScript it is a link to the picture itself. */
export function ImageLink(props: { large: LargePicture; original: string; children: ReactNode }) {
  const { large, original, children } = props
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        href={original}
        aria-label={`Open the image${large.alt ? `: ${large.alt}` : ''}`}
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
          <LargeImage picture={large} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
