/** Spaces, control characters, what Unicode marks as invisible, and what fonts show as nothing. */
const unseen = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffc\u{13441}\u{13442}\u{1d159}]/gu

/** Code points. Creates no list, because an imported text may be long. */
export function codePoints(text: string): number {
  let count = 0
  for (let i = 0; i < text.length; i++) if ((text.charCodeAt(i) & 0xfc00) !== 0xdc00) count++
  return count
}

export const trimText = (text: string): string => text.replace(/\r\n?/g, '\n').trimEnd()

/** Characters as the database counts them: code points, without trailing space. */
export const textLength = (text: string): number => codePoints(trimText(text))

/** Characters that a reader can see, as private.visible_length counts them. */
export const visibleLength = (text: string): number => codePoints(text.replace(unseen, ''))

/** Cleans a line as private.clean_line does, except for composing characters. */
export const cleanLine = (text: string): string =>
  text
    .replace(
      /[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()

// Four marks that fit any letter (such as Thai ones), or seven of any script.
const stacked =
  /(?:[\u0300-\u036f\u0483-\u0489\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f][\u200c\u200d]*){4}|(?:[\p{Mn}\p{Me}][\u200c\u200d]*){7}/u

/** As in private.has_stacked_marks. Composing sorts marks in quadratic time, so long runs aren't composed. */
export const hasStackedMarks = (text: string): boolean =>
  /\p{M}{16}/u.test(text) || stacked.test(text.normalize('NFC'))
