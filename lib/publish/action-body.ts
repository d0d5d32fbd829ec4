/** What React writes for values that JSON has no word for, and a text that begins with a dollar sign. */
const plain = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|D)/

/**
 * Whether an id is that of a function with 'use cache', by its highest bit. Next would run it for whoever knows its id,
 * with any arguments, though no page calls one from a browser.
 */
export const isCachedFunction = (id: string): boolean => /^[89a-f]/i.test(id)

/**
 * Whether a body calls an action as this site does: a list of JSON values. React reads strings that begin with `$` as
 * references to streams, forms, maps or other parts of the body, which take up to a thousand times as long as their
 * length; no action takes such.
 */
export function isActionBody(body: string): boolean {
  let values: unknown[]
  try {
    values = JSON.parse(body)
  } catch {
    return false
  }
  if (!Array.isArray(values)) return false
  // A list instead of calls of itself: nesting is as deep as a stranger likes.
  const waiting: unknown[] = [values]
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (typeof value === 'string') {
      if (value.startsWith('$') && !plain.test(value)) return false
    } else if (value !== null && typeof value === 'object') {
      for (const one of Object.values(value)) waiting.push(one)
    }
  }
  return true
}
