import { t } from '../words/t.ts'
import { type ActionResult, refuse, tooBusy } from '../schemas/action-result'

const attempts = 3
const pauses = [300, 1_200]

/** Runs an action. `tries` above one only for those that may be sent twice; a busy site is always asked again. */
export async function callAction<Data>(
  action: () => Promise<ActionResult<Data>>,
  options: { tries?: number } = {},
): Promise<ActionResult<Data>> {
  const { tries = attempts } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      const isBusy = (error as Error).message === tooBusy
      if (attempt < (isBusy ? attempts : tries) && (isBusy || isNetworkGone(error))) {
        await new Promise((resolve) => setTimeout(resolve, pauses[attempt - 1]))
        continue
      }
      if (isBusy) return refuse(t('browser.callAction.busy'))
      return refuse(isNetworkGone(error) ? t('common.unreachable') : t('browser.callAction.failed'))
    }
  }
}

/** fetch rejects with a TypeError if there was no response at all. */
const isNetworkGone = (error: unknown): boolean => error instanceof TypeError || !navigator.onLine
