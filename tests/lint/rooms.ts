import { isBuiltin } from 'node:module'
import { dirname, join, relative, resolve, sep } from 'node:path'

const root = join(import.meta.dirname, '../..')

type Options = { sees: string[]; not: string[]; types: string[] }
type Context = {
  filename: string
  options: [Options]
  report: (problem: { node: Node; message: string }) => void
}
type Node = {
  importKind?: string
  exportKind?: string
  source?: Address | null
  expression?: Address
  callee?: { name?: string }
  arguments?: Address[]
}
type Address = { value?: unknown; quasis?: { value: { cooked: string } }[] }

/** The place an address in a file leads to: `lib/post/states`, `npm:zod`, `node:fs`. */
function placeOf(address: string, file: string): string {
  if (isBuiltin(address)) return `node:${address.replace('node:', '')}`
  const isAlias = address.startsWith('@/')
  if (!isAlias && !address.startsWith('.')) return `npm:${address}`
  const target = isAlias ? join(root, address.slice(1)) : resolve(dirname(file), address)
  return relative(root, target)
    .split(sep)
    .join('/')
    .replace(/\.[cm]?[jt]sx?$/, '')
}

/** How closely one of the names says where a place is; 0 when none does. */
const closeness = (names: string[], place: string): number =>
  Math.max(
    0,
    ...names
      .filter((name) => place === name || place.startsWith(name.endsWith(':') ? name : `${name}/`))
      .map((name) => name.length),
  )

/** Refuses each import of a place that the file does not see, however it is written and whenever it is loaded. */
const sees = {
  meta: { schema: false },
  create({ filename, options: [options], report }: Context) {
    function check(node: Node, address: Address | null | undefined) {
      const text = address?.value ?? (address?.quasis?.length === 1 && address.quasis[0]?.value.cooked)
      if (typeof text !== 'string') return
      const place = placeOf(text, filename)
      const isType = node.importKind === 'type' || node.exportKind === 'type'
      if (isType && closeness(options.types, place) > 0) return
      if (closeness(options.sees, place) > closeness(options.not, place)) return
      report({ node, message: `This room does not see ${place} (oxlint.config.ts says what it sees).` })
    }
    const bySource = (node: Node) => check(node, node.source)
    return {
      ImportDeclaration: bySource,
      ExportNamedDeclaration: bySource,
      ExportAllDeclaration: bySource,
      ImportExpression: bySource,
      TSImportType: bySource,
      TSExternalModuleReference: (node: Node) => check(node, node.expression),
      CallExpression: (node: Node) => {
        if (node.callee?.name === 'require') check(node, node.arguments?.[0])
      },
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { sees } }
