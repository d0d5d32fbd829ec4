'use client'

import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'

export function OutsideWidget({ children }: { children: ReactNode }) {
  return useSelectedLayoutSegment() === 'embed' ? null : children
}
