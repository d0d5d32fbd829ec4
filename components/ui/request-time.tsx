import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { StartTime } from './relative-time'

/** Around pages that are rendered for each request: their times are relative from the start, so nothing moves. */
export async function RequestTime({ children }: { children: ReactNode }) {
  await connection()
  return <StartTime now={Date.now()}>{children}</StartTime>
}
