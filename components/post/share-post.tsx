'use client'

import { t } from '@/lib/words/t'
import { useBrowserValue } from '@/lib/browser/create-store'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { Icon } from '../ui/icon'

const canShare = () => 'share' in navigator

export function SharePost({ title }: { title: string }) {
  const hasShare = useBrowserValue(canShare, false)
  const address = () => window.location.origin + window.location.pathname

  return (
    <p className="share-post no-print script-only">
      <Button onClick={() => copyText(address())}>
        <Icon name="link" />
        {t('post.sharePost.copyLink')}
      </Button>
      {hasShare && (
        <Button
          // The promise is rejected if the person cancels.
          onClick={() => navigator.share({ title, url: address() }).catch(() => {})}
        >
          {t('post.sharePost.share')}
        </Button>
      )}
    </p>
  )
}
