'use client'

import { useEffect } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { markSeen } from './seen-entries'

export function SeeEntries({ newest }: { newest: string }) {
  const viewerId = useViewer()?.id
  useEffect(() => void markSeen(newest), [newest, viewerId])
  return null
}
