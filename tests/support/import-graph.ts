import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

const imported = /\b(?:from|import)\s*\(?\s*['"`]([^'"`]+)['"`]/g
/** Files that are loaded together with a file. */
export const atOnce = /(?:^(?!import type)(?:import|export)\b[^'"();]*|^\})\s*from\s*['"]([^'"]+)['"]/gm

/** Which files of these folders import which others, including types and dynamic imports. */
export async function readImports(
  root: string,
  folders: string[],
  pattern = imported,
): Promise<Map<string, string[]>> {
  const listed = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((name) => `${folder}/${name}`),
    ),
  )
  const files = listed.flat().filter((name) => /\.tsx?$/.test(name))
  const known = new Set(files)
  const graph = new Map<string, string[]>()
  for (const file of files.toSorted()) {
    const text = await readFile(join(root, file), 'utf8')
    const targets = [...text.matchAll(pattern)].flatMap(([, address]) => {
      const place = address!.startsWith('@/') ? address!.slice(2) : join(dirname(file), address!)
      return [place, `${place}.ts`, `${place}.tsx`].find((one) => known.has(one)) ?? []
    })
    graph.set(file, [...new Set(targets)])
  }
  return graph
}

/** Groups of files that all reach each other (Tarjan), and files that import themselves. */
export function circlesIn(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(node: string) {
    const place = order.size
    order.set(node, place)
    lowest.set(node, place)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!))
    }
    if (lowest.get(node) !== place) return
    const group = open.splice(open.indexOf(node))
    if (group.length > 1 || graph.get(node)?.includes(node)) circles.push(group)
  }
  for (const node of graph.keys()) if (!order.has(node)) visit(node)
  return circles
}
