'use client'

import { useEffect } from 'react'
import { watchSession } from '@/lib/session/browser/events'
import { forwardAuthLink } from '@/lib/session/browser/forward-auth-link'

/** Starts looking after the session; `url` and `publishableKey` are the backend's. */
export function SessionWatch({ url, publishableKey }: { url: string; publishableKey: string }) {
  useEffect(forwardAuthLink, [])
  useEffect(() => watchSession({ url, publishableKey }), [url, publishableKey])
  return null
}
