type Named = { html: string; policy: string }

/** The shape of a script and its argument, for the two calls that give a page its data. */
const call = /^([^]*?(?:self\.__next_f\.push|\$RX)\()([^]*)\)$/
const push = 'self.__next_f.push('
const runs = /(?:<script(?: nonce="[^"]*")?>[^]*?<\/script>)+/g

export const scriptPolicy = (sources: string[]): string => ["script-src 'self'", ...sources].join(' ')

/** @param html a page of the site that contains nothing people wrote */
export function learnScripts(html: string): Set<string> {
  return new Set([...html.matchAll(runs)].flatMap(([run]) => textsOf(run)).map((text) => frameOf(text)))
}

/** Scripts that are known except for their data may run. Anything else, such as an injected script, doesn't. */
export async function nameScripts(html: string, known: Set<string>, origins: string[]): Promise<Named> {
  const named = new Set<string>()
  const joined = html.replace(runs, (run) => {
    const scripts: string[] = []
    let isData = false
    for (const text of textsOf(run)) {
      const isKnown = known.has(frameOf(text))
      const wasData = isData
      isData = isKnown && text.startsWith(push)
      if (isData && wasData) {
        const before = scripts.pop()!
        named.delete(before)
        scripts.push(`${before};${text}`)
      } else scripts.push(text)
      if (isKnown) named.add(scripts.at(-1)!)
    }
    return scripts.map((text) => `<script>${text}</script>`).join('')
  })
  const hashes = await Promise.all([...named].map(hashOf))
  return { html: joined, policy: scriptPolicy([...hashes, ...origins]) }
}

const textsOf = (run: string): string[] =>
  run
    .split('</script>')
    .slice(0, -1)
    .map((script) => script.replace(/^<script[^>]*>/, ''))

/** A script without its data. A script that carries anything but plain data is its own shape. */
function frameOf(text: string): string {
  const [, frame, data] = call.exec(text) ?? []
  return frame !== undefined && isPlain(data!) ? `${frame})` : text
}

function isPlain(data: string): boolean {
  try {
    JSON.parse(`[${data}]`)
    return true
  } catch {
    return false
  }
}

async function hashOf(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`
}

/** The prefix makes it recognizable wherever Next writes it: a page's store may be older than its nonce. */
export const createNonce = (): string => `signpost-nonce-${crypto.randomUUID()}`

/** The same text with zeros for each nonce, so that stated lengths stay true. */
export const withoutNonces = (text: string): string =>
  text.replace(/signpost-nonce-[0-9a-f-]{36}/g, ({ length }) => '0'.repeat(length))
