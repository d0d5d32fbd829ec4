// What XML 1.0 can't contain, even escaped: control characters, lone surrogates, non-characters.
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character]!)
}

export function xmlElement(
  name: string,
  attributes: Record<string, string>,
  content: { text: string } | { children: string[] } = { children: [] },
): string {
  const start = [name, ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeXml(value)}"`)]
  const inside = 'text' in content ? escapeXml(content.text) : content.children.join('')
  return inside ? `<${start.join(' ')}>${inside}</${name}>` : `<${start.join(' ')}/>`
}

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>\n'
