type Named = { html: string; policy: string }

/** The frame of a script and what it is called with, for the two calls that give a page its data. */
const call = /^([^]*?(?:self\.__next_f\.push|\$RX)\()([^]*)\)$/
const push = 'self.__next_f.push('
const runs = /(?:<script(?: nonce="[^"]*")?>[^]*?<\/script>)+/g

/** @param sources what may run beside the site's own files: origins, hashes or a nonce */
export const scriptPolicy = (sources: string[]): string => ["script-src 'self'", ...sources].join(' ')

/**
 * The inline scripts that every page of a build has, whatever people write.
 * @param html a page of the site without anything people wrote
 */
export function learnScripts(html: string): Set<string> {
  return new Set([...html.matchAll(runs)].flatMap(([run]) => textsOf(run)).map((text) => frameOf(text)))
}

/**
 * Names the inline scripts of a stored page that are known but for the data they carry. Whatever else is found,
 * such as a script that somebody got into the page, stays unnamed and does not run.
 * @param known what learnScripts gave
 * @param origins what may serve scripts beside the site
 * @returns the page with neighbouring pieces of data in one script, for a short header, and its policy
 */
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

/** A script without its data; one that carries anything but plain data is its own frame. */
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

/**
 * A CSP nonce for one request. The prefix makes it known wherever Next writes it. Headers can't tell: Next may have made
 * the store of a page before the middleware gave the request its nonce.
 */
export const createNonce = (): string => `signpost-nonce-${crypto.randomUUID()}`

/** The same text with zeros for each nonce: what says its own length keeps it. */
export const withoutNonces = (text: string): string =>
  text.replace(/signpost-nonce-[0-9a-f-]{36}/g, ({ length }) => '0'.repeat(length))
