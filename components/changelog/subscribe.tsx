'use client'

import { Suspense, useState } from 'react'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog'), 'SubscribeDialog')

/** How to hear of new entries: by email, in the site, or by a feed reader. */
export function SubscribeToChangelog({ feed, siteName }: { feed: string; siteName: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="no-print flex items-center gap-3">
      <a href={feed} className="py-3.5 text-ink-soft underline underline-offset-2 hover:text-ink md:py-2">
        Atom feed
      </a>
      <span className="script-only">
        <Button onClick={() => setOpen(true)}>
          <Icon name="bell" />
          Subscribe
        </Button>
      </span>
      <Suspense>{isOpen && <SubscribeDialog siteName={siteName} onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
