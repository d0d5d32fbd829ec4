/** The most characters per thousand that are escaped: each makes the page up to eight bytes longer. */
const mostInThousand = 5

const wideLetters = /[^\0-\xff]/gu
const wideUnits = /[^\0-\xff]/g
const parts = /(<(script|style)\b[^>]*>)([^]*?)(<\/\2>)|[^<]+|</g

/** V8 stores and writes a page without wide characters much faster: one emoji makes the whole string wide. */
export function escapeWideCharacters(html: string): string {
  const count = html.match(wideLetters)?.length ?? 0
  if (count > (html.length * mostInThousand) / 1000) return html
  const narrow = html.replace(parts, (part, open?: string, name?: string, text?: string, close?: string) => {
    if (name === 'script') return open + text!.replace(wideUnits, escapeUnit) + close
    return name === 'style' ? part : part.replace(wideLetters, refer)
  })
  // Joined from pieces of a wide string, it would be stored as wide as that was.
  return /[^\0-\xff]/.test(narrow) ? html : Buffer.from(narrow, 'latin1').toString('latin1')
}

const refer = (letter: string) => `&#${letter.codePointAt(0)};`
export const escapeUnit = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
