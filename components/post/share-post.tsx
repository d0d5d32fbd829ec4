'use client'

import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { buttonClass } from '../ui/button-class'
import { Icon } from '../ui/icon'
import { toast } from '../ui/toast-store'

const canShare = () => 'share' in navigator

/** Takes the address of the page along, or hands it to what the device shares with. */
export function SharePost({ title }: { title: string }) {
  const hasShare = useBrowserValue(canShare, false)
  const address = () => window.location.origin + window.location.pathname

  async function copy() {
    try {
      await navigator.clipboard.writeText(address())
      toast({ title: 'The link is copied.' })
    } catch {
      toast({ variant: 'destructive', title: 'The link was not copied.', description: address() })
    }
  }

  return (
    <p className="no-print script-only mt-3 flex gap-2">
      <button type="button" onClick={copy} className={buttonClass('outline', 'flex-1')}>
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
