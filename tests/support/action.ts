export type Answer = { status: number; headers: Headers; text: string; time: number }
/** A site, and how to send it requests. */
export type Site = { site: string; ask: (path: string, init?: RequestInit) => Promise<Answer> }

const filesRead = 120

const found = new Map<string, string>()

/** The id that the browser uses to call a server action, from the site's scripts; null if they don't contain it. */
async function findAction({ site, ask }: Site, page: string, name: string): Promise<string | null> {
  const key = `${site}${page} ${name}`
  if (found.has(key)) return found.get(key)!
  const known = /(?:\/_next\/)?static\/chunks\/[\w./~-]+\.js/g
  const pattern = new RegExp(`\\("([0-9a-f]{40,44})"[^()]*"${name}"\\)`)
  const waiting = [...new Set((await ask(page)).text.match(known) ?? [])]
  const seen = new Set<string>()
  while (waiting.length > 0 && seen.size < filesRead) {
    const path = waiting.shift()!.replace(/^(\/_next\/)?/, '/_next/')
    if (seen.has(path)) continue
    seen.add(path)
    const { text } = await ask(path)
    const id = pattern.exec(text)?.[1]
    if (id) {
      found.set(key, id)
      return id
    }
    waiting.push(...(text.match(known) ?? []))
  }
  return null
}

/** Calls a server action as the browser does. Throws if the site has none of that name. */
export async function callAction(
  target: Site,
  page: string,
  name: string,
  args: unknown[],
  headers: Record<string, string> = {},
): Promise<Answer> {
  const id = await findAction(target, page, name)
  if (!id) throw new Error(`the action ${name} was not found in the scripts of ${page}`)
  return target.ask(page, {
    method: 'POST',
    headers: {
      'next-action': id,
      'content-type': 'text/plain;charset=UTF-8',
      origin: target.site,
      ...headers,
    },
    body: JSON.stringify(args),
  })
}
