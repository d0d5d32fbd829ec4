import { t } from '../../words/t.ts'
import { codePoints, visibleLength } from '../../text/characters.ts'

/** The rules of private.clean_line and clean_text, applied before writing, to report what doesn't fit. */
const lineNoise =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g
const textNoise = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/g

export function cleanLine(text: string): string {
  return text.toWellFormed().normalize('NFC').replace(lineNoise, '').replace(/\s+/g, ' ').trim()
}

export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(textNoise, '')
    .replace(/(?<![ \n\t])[ \n\t]+$/, '')
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' })

export function shorten(text: string, most: number): string {
  if (text.length <= most || codePoints(text) <= most) return text
  const room = Array.from(text.slice(0, most * 2))
    .slice(0, most - 1)
    .join('')
  // 200 units hold any single character, so the boundary is found without segmenting the whole text.
  const near = Math.max(0, room.length - 200)
  const tail = clusters.segment(text.slice(near, room.length + 200)).containing(room.length - near)
  const whole = room.slice(0, near + (tail?.index ?? room.length - near)) || room
  const lastSpace = /\s/.test(text.charAt(whole.length)) ? whole.length : whole.search(/\s\S*$/)
  return `${(lastSpace > whole.length / 2 ? whole.slice(0, lastSpace) : whole).trimEnd()}…`
}

/** If it is only an address, the part before the @. */
export function withoutAddresses(name: string): string {
  const rest = name.replace(/[<([]?[^\s@<>()[\]]+@[^\s@<>()[\]]+[>)\]]?/g, ' ').trim()
  return /[\p{L}\p{N}]/u.test(rest) ? rest : (/([^\s@<>()[\]]+)@/.exec(name)?.[1] ?? rest)
}

/** "user-7" becomes "User 7", in the site's language. An email address becomes the part before the @. */
export function authorName(author: string): string {
  const numbered = /^user-(\d{1,12})$/i.exec(author)
  if (numbered) return t('transfer.user.numbered', { number: String(Number(numbered[1])) })
  const name = shorten(cleanLine(withoutAddresses(author)), 80)
  return visibleLength(name) > 0 ? name : t('transfer.user.unnamed')
}
