/** React's encoding of values that JSON can't express, and of texts that start with a dollar sign. */
const plain = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|D)/

/**
 * Whether an id belongs to a function with 'use cache', by its highest bit. Next would run it with any arguments for
 * anyone who knows its id, although no page calls one from a browser.
 */
export const isCachedFunction = (id: string): boolean => /^[89a-f]/i.test(id)

/**
 * Whether a body calls an action the way this site does: a list of JSON values. React reads strings that start with `$`
 * as references to streams, forms, maps or other parts of the body, which can take a thousand times as long as their
 * length. No action accepts such values.
 */
export function isActionBody(body: string): boolean {
  let values: unknown[]
  try {
    values = JSON.parse(body)
  } catch {
    return false
  }
  if (!Array.isArray(values)) return false
  // A list instead of recursion, because strangers control how deep the nesting is.
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
