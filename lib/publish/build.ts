import 'server-only'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { env } from '../env'

const build = { id: env.BUILD_ID, timestamp: env.BUILD_TIME }
const noStore = { 'Cache-Control': 'no-store' }

export const answerBuild = (): Response => Response.json(build, { headers: noStore })

export async function answerBuildMeta(file: string): Promise<Response> {
  if (file !== `${build.id}.json`) return new Response(null, { status: 404, headers: noStore })
  return Response.json({ ...build, prerendered: await listPrerendered() }, { headers: noStore })
}

async function listPrerendered(): Promise<string[]> {
  const manifest = await readFile(join(env.BUILD_FOLDER, 'prerender-manifest.json'), 'utf8')
  const { routes } = JSON.parse(manifest) as { routes: Record<string, unknown> }
  // By the addresses that people know, not by the routes behind them (see the rewrites in next.config.mjs).
  return Object.keys(routes)
    .map((route) => route.replace(/^\/roadmap\/map$/, '/').replace(/^\/lists\/([^/]+)$/, '/$1'))
    .filter((route) => !/^\/(_|roadmap\/|lists\/)/.test(route))
}
