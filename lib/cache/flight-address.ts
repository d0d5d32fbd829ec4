import { escapeUnit } from './escape-wide-characters'

/** A row that states its length in bytes (text, binary). Every other row ends with its line. */
const sizedRow = /^[0-9a-f]*:[TAOoUSsLlGgMmVb]([0-9a-f]+),/
const string = String.raw`"(?:[^"\\]|\\.)*"`
const address = new RegExp(`^\\{(?:"[bP]":(?:null|${string}),)*("c":\\[(?:${string},?)*\\],"q":${string}),`)
/** A single segment, or the prefetched tree of a page. Neither contains the address. */
const segment = /^0:\{(?:"b":"[\w-]*",)?"t":/
/** One piece of a page's data inside its HTML. Nothing that people write has a bare `<` there. */
const pieces = new RegExp(`(<script[^>]*>self\\.__next_f\\.push\\(\\[1,)(${string})(?=\\]\\)</script>)`, 'g')

type Span = { start: number; end: number; text: string }

/** Puts the path alone in place of the request's address, in React's data (Flight). @throws for an unknown form */
function findAddress(data: Buffer, path: string): Span | null {
  for (let at = 0; at < data.length;) {
    const head = data.toString('latin1', at, at + 100)
    const sized = sizedRow.exec(head)
    if (sized) {
      at += sized[0].length + Number.parseInt(sized[1]!, 16)
      continue
    }
    const newline = data.indexOf('\n', at)
    const end = newline < 0 ? data.length : newline
    if (segment.test(head)) return null
    if (head.startsWith('0:')) {
      const found = address.exec(data.toString('latin1', at + 2, end))
      if (!found) break
      const start = at + 2 + found[0].length - found[1]!.length - 1
      // Flight treats a leading `$` as its own.
      const parts = path.split('/').map((part) => part.replace(/^\$/, '$$$$'))
      const text = `"c":${JSON.stringify(parts)},"q":""`
      return { start, end: start + found[1]!.length, text }
    }
    at = end + 1
  }
  throw new Error('The data of a page does not say for which address it was made.')
}

export function withoutQuery(data: Buffer, path: string): Buffer {
  const found = findAddress(data, path)
  if (!found) return data
  return Buffer.concat([data.subarray(0, found.start), Buffer.from(found.text), data.subarray(found.end)])
}

export function pageWithoutQuery(html: string, path: string): string {
  const texts = [...html.matchAll(pieces)].map(([, , text]) => Buffer.from(JSON.parse(text!) as string))
  const found = findAddress(Buffer.concat(texts), path)
  if (!found) throw new Error('A page does not say for which address it was made.')
  let at = 0
  let next = 0
  return html.replace(pieces, (piece, open: string) => {
    const text = texts[next++]!
    const start = Math.max(found.start - at, 0)
    const end = Math.min(found.end - at, text.length)
    const isFirst = found.start >= at
    at += text.length
    if (start >= text.length || end <= 0) return piece
    // It may continue in the next piece, which then only loses its part.
    const kept = [text.subarray(0, start), Buffer.from(isFirst ? found.text : ''), text.subarray(end)]
    return open + quote(Buffer.concat(kept).toString())
  })
}

const quote = (text: string): string => JSON.stringify(text).replace(/[<>&\u2028\u2029]/g, escapeUnit)
