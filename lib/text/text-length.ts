const unseen =
  /[\s\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e007f}]/gu

/** Code points: an emoji is one character and not two. Makes no list of them, since an imported text may be long. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++
  return count
}

/** Characters as the database counts them: code points, without space at the end. */
export const textLength = (text: string): number => codePoints(text.replace(/\r\n?/g, '\n').trimEnd())

/** Characters a reader can see, as private.visible_length counts them. */
export const visibleLength = (text: string): number => codePoints(text.replace(unseen, ''))
