import { useRef, useState } from 'react'

/** In milliseconds. The auth service sends an address one email of a kind in this time, and ignores further requests. */
const pace = 60_000

/** The email that was asked for last. `count`: how many since it left the form. `isSoon`: so soon that none may come. */
export type SentMail = { email: string; count: number; isSoon: boolean }

/** Keeps what is said about emails with a code, from the first until the form is shown again. */
export function useSentMail() {
  const last = useRef({ email: '', at: 0 })
  const [sent, setSent] = useState<SentMail>()
  function note(email: string) {
    const now = Date.now()
    const isSoon = last.current.email === email && now - last.current.at < pace
    if (!isSoon) last.current = { email, at: now }
    setSent((before) => ({ email, isSoon, count: (before?.count ?? 0) + 1 }))
  }
  return { sent, note, forget: () => setSent(undefined) }
}
