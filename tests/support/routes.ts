import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

type Manifest = { routes: Record<string, unknown> }
type Meta = { segmentPaths?: string[] }

const dynamicPart = /\[[^\]]+\]/g

/**
 * Every address of a build: each static route, and for each dynamic route an address that it answers, if one is known.
 */
export function routesOfBuild(build: string): { path: string; isPage: boolean }[] {
  const read = <Content>(name: string) =>
    JSON.parse(readFileSync(join(projectRoot, build, name), 'utf8')) as Content
  const stored = Object.keys(read<Manifest>('prerender-manifest.json').routes)
  return Object.entries(read<Record<string, string>>('app-path-routes-manifest.json'))
    .filter(([, route]) => !route.startsWith('/_'))
    .map(([file, route]) => ({ path: addressOf(route, stored), isPage: file.endsWith('/page') }))
}

function addressOf(route: string, stored: string[]): string {
  const pattern = new RegExp(`^${route.replaceAll('.', String.raw`\.`).replace(dynamicPart, '[^/]+')}$`)
  return stored.find((path) => pattern.test(path)) ?? route.replace(dynamicPart, '1')
}

/** The segments that a browser may prefetch separately, in all pages of a build. */
export function segmentsOfBuild(build: string): string[] {
  const folder = join(projectRoot, build, 'server/app')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.meta'),
  )
  const all = files.flatMap(
    (name) => (JSON.parse(readFileSync(join(folder, name), 'utf8')) as Meta).segmentPaths ?? [],
  )
  return [...new Set(all)]
}

type Actions = { node: Record<string, { exportedName: string }> }

/** The ids of a build's functions with 'use cache', which are listed with its actions. */
export function cachedFunctions(build: string): string[] {
  const manifest = join(projectRoot, build, 'server/server-reference-manifest.json')
  const { node } = JSON.parse(readFileSync(manifest, 'utf8')) as Actions
  return Object.keys(node).filter((id) => node[id]!.exportedName.includes('_CACHE_'))
}
