import 'server-only'
import { refuse } from '../schemas/action-result'
import type { Trap } from '../schemas/honeypot'

/** Clocks of browsers are coarse. */
const tolerance = 100

/**
 * Null when a person may have filled in the form. It keeps simple programs away, no others: the limits of the database
 * hold for everybody. Sent once more by a person it goes through.
 */
export function checkHoneypot(trap: Trap, leastTime: number) {
  if (!trap || (!trap.isFilled && trap.milliseconds >= leastTime - tolerance)) return null
  return refuse('This looked as if a program had filled it in, so it was not sent. Send it once more.', {
    reason: 'rate-limit',
  })
}
