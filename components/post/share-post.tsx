'use client'

import { useBrowserValue } from '@/lib/browser/create-store'
import { buttonClass } from '../ui/button-class'
import { copyText } from '../ui/copy-text'
import { Icon } from '../ui/icon'

const canShare = () => 'share' in navigator

/** Takes the address of the page along, or hands it to what the device shares with. */
export function SharePost({ title }: { title: string }) {
  const hasShare = useBrowserValue(canShare, false)
  const address = () => window.location.origin + window.location.pathname

  return (
    <p className="no-print script-only mt-2 flex gap-2">
      <button type="button" onClick={() => copyText(address())} className={buttonClass('outline', 'flex-1')}>
        <Icon name="link" />
        Copy link
      </button>
      {hasShare && (
        <button
          type="button"
          // Whoever changes their mind rejects it.
          onClick={() => navigator.share({ title, url: address() }).catch(() => {})}
          className={buttonClass('outline', 'flex-1')}
        >
          Share
        </button>
      )}
    </p>
  )
}
