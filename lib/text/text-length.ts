/** Spaces, controls, what Unicode says is not shown, and what fonts show as nothing. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{1d159}]/gu

/** Code points: an emoji is one character and not two. Makes no list of them, since an imported text may be long. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++
  return count
}

/** Several lines of text with line ends of one kind and without space at the end, as they are kept. */
export const trimText = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd()

/** Characters as the database counts them: code points, without space at the end. */
export const textLength = (text: string): number => codePoints(trimText(text))

/** Characters a reader can see, as private.visible_length counts them. */
export const visibleLength = (text: string): number => codePoints(text.replace(unseen, ''))
