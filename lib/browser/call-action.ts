import { type ActionResult, refuse } from '../schemas/action-result'

const attempts = 3
const pauses = [300, 1_200]

/**
 * Runs a server action and turns a network that is gone into a refusal with a sentence.
 * @param options.tries how often; only what may safely be sent twice is tried more than once
 */
export async function callAction<Data>(
  action: () => Promise<ActionResult<Data>>,
  options: { tries?: number } = {},
): Promise<ActionResult<Data>> {
  const { tries = attempts } = options
  for (let attempt = 1; ; attempt++) {
    try {
      return await action()
    } catch (error) {
      if (attempt < tries && isNetworkGone(error)) {
        await new Promise((resolve) => setTimeout(resolve, pauses[attempt - 1]))
        continue
      }
      return refuse(
        isNetworkGone(error)
          ? 'The site cannot be reached. Check your connection and try again.'
          : 'Something went wrong on our side. Nothing you typed is lost: try again in a moment.',
      )
    }
  }
}

/** fetch rejects with a TypeError when no answer came at all. */
const isNetworkGone = (error: unknown): boolean => error instanceof TypeError || !navigator.onLine
