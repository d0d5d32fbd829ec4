import { t } from '../words/t.ts'
import type * as z from './zod'

/** Expected failures are returned with a sentence. Nothing that the action received comes back. */
export type ActionResult<Data = null> =
  | { ok: true; data: Data }
  | {
      ok: false
      message: string
      fieldErrors?: Record<string, string>
      reason?: 'signed-out' | 'rate-limit' | 'conflict' | 'gone' | 'forbidden' | 'not-fresh'
    }

/** The server's answer when it refuses a request before it begins, so that it can safely be sent again. */
// oxlint-disable-next-line rooms/words -- browsers compare it and show another text
export const tooBusy = 'The site is too busy right now. Try again in a moment.'

export const succeed = <Data>(data: Data): ActionResult<Data> => ({ ok: true, data })

export function refuse(
  message: string,
  more: Omit<Extract<ActionResult, { ok: false }>, 'ok' | 'message'> = {},
): Extract<ActionResult, { ok: false }> {
  return { ok: false, message, ...more }
}

export function refuseFields(error: z.ZodError): Extract<ActionResult, { ok: false }> {
  const fieldErrors: Record<string, string> = {}
  for (const { path, message } of error.issues) fieldErrors[path.join('.')] ??= message
  return refuse(error.issues[0]?.message ?? t('schemas.actionResult.somethingIsMissing'), { fieldErrors })
}

/** How long a deletion can be undone, in milliseconds; private.undo_time() in the database is the same. */
export const undoTime = 10_000
