import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextCommand } from '../../supabase/commands/build-site.ts'
import { projectRoot } from '../../supabase/local/backend.ts'
import { spawnNode } from '../../supabase/local/processes.ts'

/**
 * Builds an app of one prerendered page that holds nothing but words: what Next itself costs.
 * @param bytes how large its HTML is to be, about
 * @returns its folder, ready for `next start`
 */
export async function buildEmptyApp(bytes: number): Promise<string> {
  const folder = join(projectRoot, 'tests/.output/empty-app')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'app'), { recursive: true })
  // Next writes the text twice: as HTML and as data for the browser.
  const words = 'word '.repeat(Math.max(1, Math.round((bytes - 6_000) / 10)))
  const files = {
    'package.json': '{ "name": "empty", "private": true, "type": "module" }',
    'next.config.mjs': `export default { cacheComponents: true, partialPrefetching: true, agentRules: false,
      typescript: { ignoreBuildErrors: true }, turbopack: { root: ${JSON.stringify(projectRoot)} } }`,
    'app/layout.tsx': `export default function Layout({ children }) {
      return <html lang="en"><body>{children}</body></html> }`,
    'app/page.tsx': `export default function Page() { return <p>${words}</p> }`,
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  const build = spawnNode(nextCommand, ['build', folder], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const code = await new Promise((resolve) => build.once('exit', resolve))
  if (code !== 0) throw new Error('The empty app could not be built.')
  return folder
}
