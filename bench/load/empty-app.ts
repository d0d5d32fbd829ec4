import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nextCommand } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { spawnNode } from '../../supabase/local/processes.ts'

/** Next writes every text twice: as HTML and as data for the browser. */
const wordsOf = (bytes: number) => 'word '.repeat(Math.max(1, Math.round((bytes - 6_000) / 10)))

/**
 * Builds an app of prerendered pages that only contain words, at the same addresses as the pages they are compared
 * with. It shows what Next itself costs, including parsing addresses with parameters.
 * @param folder an empty folder outside the project, because Next would take the project's files as the app's
 * @param pages for each route: one of its paths, roughly how many bytes of HTML, and whether it has characters outside Latin-1 (such as an emoji), because Node stores and sends such pages differently
 * @param searchBytes the size of the page at `/search`, which is rendered for each request
 */
export async function buildEmptyApp(
  folder: string,
  pages: { path: string; route: string; bytes: number; isWide: boolean }[],
  searchBytes: number,
): Promise<void> {
  const files: Record<string, string> = {
    'package.json': '{ "name": "empty", "private": true, "type": "module" }',
    'next.config.mjs': `export default { cacheComponents: true, partialPrefetching: false, agentRules: false,
      typescript: { ignoreBuildErrors: true }, turbopack: { root: '/' } }`,
    'app/layout.tsx': `export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html> }`,
  }
  for (const { path, route, bytes, isWide } of pages) {
    const values = path.split('/').slice(1)
    const params = Object.fromEntries(
      route
        .split('/')
        .flatMap((name, index) => (name.startsWith('[') ? [[name.slice(1, -1), values[index]]] : [])),
    )
    const words = `${wordsOf(bytes)}${isWide ? '🎉' : ''}`
    files[join('app', route, 'page.tsx')] = `
      export const prefetch = 'partial'
      ${Object.keys(params).length ? `export const generateStaticParams = () => [${JSON.stringify(params)}]` : ''}
      export default function Page() { return <p>${words}</p> }`
  }
  files['app/search/page.tsx'] = `
    import { connection } from 'next/server'
    export const instant = false
    export default async function Page() {
      await connection()
      return <p>${wordsOf(searchBytes)}</p>
    }`
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  const build = spawnNode(nextCommand, ['build', folder], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => build.once('exit', resolve))
  if (code !== 0) throw new Error("Couldn't build the empty app.")
}
