'use client'

import { useEffect } from 'react'

type Queue = ((...call: unknown[]) => void) & { q?: unknown[][] }

/** Microsoft Clarity, loaded after the page; calls made before it arrives wait in a queue. */
export function SessionReplay({ id, url }: { id: string; url: string }) {
  useEffect(() => {
    const target = window as unknown as { clarity?: Queue }
    if (target.clarity) return
    const queue: Queue = (...call) => void (queue.q ??= []).push(call)
    target.clarity = queue
    const script = document.createElement('script')
    script.async = true
    script.src = `${url}${id}`
    document.head.append(script)
  }, [id, url])
  return null
}
