'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** What the site's pages have around them, and the widget's don't. */
export function OutsideWidget({ children }: { children: ReactNode }) {
  return useSelectedLayoutSegment() === 'embed' ? null : children
}
