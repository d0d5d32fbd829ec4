import { decodeNamedCharacterReference } from 'decode-named-character-reference'

const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi
const deepest = 4
const looksLikeHtml = /<\/(?:p|div|ul|ol|li|h[1-6]|strong|b|em|i|a|span|blockquote|pre|code)>|<br\s*\/?>/i
const blocks = new Set(['p', 'div', 'ul', 'ol', 'table', 'tr', 'figure', 'section'])
const marks: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  s: '~~',
  del: '~~',
}
const codeStart = '\n\n```\n'
const codeEnd = '\n```\n\n'

/** By hand, because parse5 with hast-util-to-mdast takes 17 seconds for 20 kB of unclosed links. */
export function htmlToMarkdown(text: string): string {
  if (!looksLikeHtml.test(text)) return text
  const lists: string[] = []
  const links: string[] = []
  const pieces: string[] = []
  const quotes: number[] = []
  let isCode = false
  let end = 0
  const read = withoutComments(text)
  const add = (piece: string) => piece && pieces.push(piece)
  const addText = (until?: number) => {
    const part = read.slice(end, until)
    add(isCode ? decode(part) : plainText(part))
  }
  for (const found of read.matchAll(tag)) {
    addText(found.index)
    end = found.index + found[0].length
    const name = found[2]!.toLowerCase()
    const isEnd = found[1] === '/'
    if (name === 'pre' && isCode === isEnd) {
      if (isEnd) add(pieces.pop()!.trimEnd())
      add(isEnd ? codeEnd : codeStart)
      isCode = !isEnd
    } else if (name === 'blockquote' && !isCode) {
      if (isEnd) quote(pieces, quotes)
      else quotes.push(pieces.push('\n\n'))
    } else if (!isCode) add(toMark(name, isEnd, found[3]!, lists, links))
    else if (name === 'br') add('\n')
  }
  addText()
  if (isCode) add(codeEnd)
  while (quotes.length > 0) quote(pieces, quotes)
  return tidy(pieces)
}

function quote(pieces: string[], quotes: number[]): void {
  const from = quotes.pop()
  if (from === undefined || quotes.length >= deepest) return void pieces.push('\n\n')
  const quoted = tidy(pieces.splice(from))
  if (quoted) pieces.push(`\n\n${quoted.replace(/^/gm, '> ')}\n\n`)
}

const tidy = (pieces: string[]): string =>
  pieces
    .join('')
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ (?! )/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

function toMark(name: string, isEnd: boolean, attributes: string, lists: string[], links: string[]): string {
  if (name === 'ul' || name === 'ol') {
    if (isEnd) lists.pop()
    else lists.push(name)
  }
  if (name === 'br') return '\n'
  const depth = Math.min(Math.max(lists.length - 1, 0), deepest)
  if (name === 'li') return isEnd ? '' : `\n${'  '.repeat(depth)}${lists.at(-1) === 'ol' ? '1.' : '-'} `
  if (/^h[1-6]$/.test(name)) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
  if (name === 'td' || name === 'th' || (name === 'p' && lists.length > 0)) return isEnd ? ' ' : ''
  if ((name === 'ul' || name === 'ol') && lists.length > (isEnd ? 0 : 1)) return ''
  if (blocks.has(name)) return '\n\n'
  if (name === 'img') return `<${attribute(attributes, 'src')}>`
  if (name !== 'a') return marks[name] ?? ''
  if (!isEnd) {
    const address = attribute(attributes, 'href')
    links.push(address)
    return address && '['
  }
  const address = links.pop()
  return address ? `](${address})` : ''
}

const attribute = (attributes: string, name: string): string =>
  decode(
    new RegExp(`(?<!\\S)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i')
      .exec(attributes)
      ?.slice(1)
      .find(Boolean) ?? '',
  )

/** Removes comments. A comment ends at the first `-->`. An unclosed comment is text. */
const withoutComments = (text: string): string =>
  text
    .split('<!--')
    .map((part, place) => {
      const end = part.indexOf('-->')
      if (place === 0) return part
      return end < 0 ? `<!--${part}` : part.slice(end + 3)
    })
    .join('')

const plainText = (text: string): string => decode(text.replace(/\s+/g, ' '))

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,31}));/gi, (whole, decimal, hex, name) => {
    if (name) return (decodeNamedCharacterReference(name) || whole).replace('\u00A0', ' ')
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
