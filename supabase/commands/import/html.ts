const tag = /<(\/?)([a-z][a-z0-9]*)\b([^<>]*)>/gi
/** How deep lists may stand in one another. */
const deepest = 4
const looksLikeHtml = /<\/(?:p|div|ul|ol|li|h[1-6]|strong|b|em|i|a|span|blockquote|pre|code)>|<br\s*\/?>/i
const blocks = new Set(['p', 'div', 'ul', 'ol', 'blockquote', 'pre', 'table', 'tr', 'figure', 'section'])
const marks: Record<string, string> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  s: '~~',
  del: '~~',
}
const names: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/**
 * What trackers with a rich editor write, as Markdown: paragraphs, lists, links and stress. Other text stays as it is.
 * By hand, since parse5 with hast-util-to-mdast takes 17 seconds for 20 kB of links that nothing ends.
 */
export function htmlToMarkdown(text: string): string {
  if (!looksLikeHtml.test(text)) return text
  const lists: string[] = []
  const links: string[] = []
  let markdown = ''
  let end = 0
  for (const found of text.matchAll(tag)) {
    markdown += plainText(text.slice(end, found.index))
    end = found.index + found[0].length
    markdown += toMark(found[2]!.toLowerCase(), found[1] === '/', found[3]!, lists, links)
  }
  markdown += plainText(text.slice(end))
  return markdown
    .split('\n')
    .map((line) => line.trimEnd().replace(/^ (?! )/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** @param lists the kinds of the lists it stands in, @param links the addresses of the links it stands in */
function toMark(name: string, isEnd: boolean, attributes: string, lists: string[], links: string[]): string {
  if (name === 'ul' || name === 'ol') {
    if (isEnd) lists.pop()
    else lists.push(name)
  }
  if (name === 'br') return '\n'
  const depth = Math.min(Math.max(lists.length - 1, 0), deepest)
  if (name === 'li') return isEnd ? '' : `\n${'  '.repeat(depth)}${lists.at(-1) === 'ol' ? '1.' : '-'} `
  if (/^h[1-6]$/.test(name)) return isEnd ? '\n\n' : `\n\n${'#'.repeat(Number(name[1]))} `
  if (name === 'p' && lists.length > 0) return ''
  if ((name === 'ul' || name === 'ol') && lists.length > (isEnd ? 0 : 1)) return ''
  if (blocks.has(name)) return '\n\n'
  if (name === 'img') return `<${attribute(attributes, 'src')}>`
  if (name !== 'a') return marks[name] ?? ''
  if (!isEnd) {
    links.push(attribute(attributes, 'href'))
    return '['
  }
  const address = links.pop()
  return address === undefined ? '' : `](${address})`
}

const attribute = (attributes: string, name: string): string =>
  decode(
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)?.slice(1).find(Boolean) ??
      '',
  )

const plainText = (text: string): string => decode(text.replace(/\s+/g, ' '))

const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return names[String(name).toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
