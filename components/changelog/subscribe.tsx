'use client'

import { t } from '@/lib/words/t'
import { Suspense, useState } from 'react'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { lazyPart } from '../ui/lazy-part'

const SubscribeDialog = lazyPart(() => import('./subscribe-dialog'), 'SubscribeDialog')

export function SubscribeToChangelog({ siteName }: { siteName: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="script-only">
      <Button onClick={() => setOpen(true)}>
        <Icon name="bell" />
        {t('common.subscribe')}
      </Button>
      <Suspense>{isOpen && <SubscribeDialog siteName={siteName} onClose={() => setOpen(false)} />}</Suspense>
    </span>
  )
}
