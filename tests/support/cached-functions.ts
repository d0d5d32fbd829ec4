import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

type Manifest = { node: Record<string, { exportedName: string }> }

/** The ids of a build's functions with 'use cache', which stand among those of its actions. */
export function cachedFunctions(build: string): string[] {
  const manifest = join(projectRoot, build, 'server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as Manifest
  return Object.keys(node).filter((id) => node[id]!.exportedName.includes('_CACHE_'))
}
