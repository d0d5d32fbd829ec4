/** React's encoding of values that JSON can't express, and of texts that start with a dollar sign. */
const plain = /^\$(?:\$|undefined$|NaN$|-?Infinity$|-0$|D)/

/** By the id's highest bit. Next would run one with any arguments for anyone who knows its id. */
export const isCachedFunction = (id: string): boolean => /^[89a-f]/i.test(id)

/** React reads strings that start with `$` as references, which can take a thousand times as long to read. */
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
