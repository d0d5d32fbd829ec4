'use client'

import { useEffect } from 'react'
import { watchSession } from '@/lib/session/browser/events'
import { leadLinkOn } from '@/lib/session/browser/lead-link-on'

/** Starts looking after the session; `url` and `publishableKey` are the backend's. */
export function SessionWatch({ url, publishableKey }: { url: string; publishableKey: string }) {
  useEffect(leadLinkOn, [])
  useEffect(() => watchSession({ url, publishableKey }), [url, publishableKey])
  return null
}
