'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

/** What surrounds the site's pages but not the widget's. */
export function OutsideWidget({ children }: { children: ReactNode }) {
  return useSelectedLayoutSegment() === 'embed' ? null : children
}
