import { useRef } from 'react'

/** In milliseconds. The auth service sends an address one email of a kind in this time, and ignores further requests. */
const pace = 60_000

/** Returns what notes an email that was just asked for, and whether it comes too soon after another to the same address. */
export function useMailPace() {
  const last = useRef({ email: '', at: 0 })
  return (email: string): boolean => {
    const now = Date.now()
    if (last.current.email === email && now - last.current.at < pace) return true
    last.current = { email, at: now }
    return false
  }
}
