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

const said = new Set(
  'alt aria-description aria-label aria-roledescription aria-valuetext detail hint label placeholder question submitLabel summary text title'.split(
    ' ',
  ),
)
/** Properties that hold what attributes show later. */
const saidLater = new Set([...said, 'name', 'text', 'description'])
const tellers = new Set(['toast', 'toastProblem', 'offerUndo', 'refuse'])
/** An abbreviation, an address or a product's name is the same in every language. */
const isSaid = (text: unknown): boolean =>
  typeof text === 'string' && /\p{L}{2}/u.test(text) && !/^(UTC|https?:|\p{Lu}{2})/u.test(text.trim())

type Said = {
  type: string
  value?: unknown
  quasis?: { value: { cooked: string } }[]
  name?: { name: string }
  key?: { name?: string }
  operator?: string
  expression?: Said
  left?: Said
  right?: Said
  consequent?: Said
  alternate?: Said
}
type Call = { callee: { name?: string }; arguments: (Said & { properties?: Said[] })[] }

type Inside = Said & { parent?: Inside; callee?: { name?: string; object?: { name?: string } } }

const hasSpace = (node: Said | undefined | null): boolean =>
  [node?.value, ...(node?.expression?.quasis ?? []).map(({ value }) => value.cooked)].some(
    (text) => typeof text === 'string' && /\p{L} /u.test(text),
  )

const isSentence = (text: unknown): boolean =>
  typeof text === 'string' && /^\p{Lu}[\p{L}'’]* \p{Ll}/u.test(text)

/** What is logged or thrown is read by engineers, in English. */
function isForEngineers({ parent }: Inside): boolean {
  if (!parent || /^(Program|ArrowFunctionExpression|Function|JSX)/.test(parent.type)) return false
  const { name, object } = parent.callee ?? {}
  if (['log', 'fail'].includes(name ?? '') || object?.name === 'console') return true
  if (parent.type === 'NewExpression' && name !== 'PictureError')
    return name?.endsWith('Error') === true || parent.parent?.type === 'ThrowStatement'
  return isForEngineers(parent)
}

/**
 * Refuses words in markup, in attributes that people read and in toasts, also as one of several choices or as a part of
 * a text: they belong into messages/en.json.
 */
const words = {
  meta: { schema: false },
  create({ report }: { report: (problem: { node: object; message: string }) => void }) {
    const message = 'Move this text to messages/en.json.'
    function check(node: Said | undefined | null): void {
      if (!node) return
      if (
        node.type === 'Literal' ? isSaid(node.value) : node.quasis?.some(({ value }) => isSaid(value.cooked))
      )
        report({ node, message })
      if (node.type === 'JSXExpressionContainer') check(node.expression)
      if (node.type === 'ConditionalExpression') [node.consequent, node.alternate].forEach(check)
      if (node.type === 'LogicalExpression' || node.operator === '+') [node.left, node.right].forEach(check)
    }
    const checkSentence = (node: Inside) => {
      if (isSentence(node.value ?? node.quasis?.[0]?.value.cooked) && !isForEngineers(node))
        report({ node, message })
    }
    const checkChildren = ({ children }: { children: Said[] }) =>
      children.filter(({ type }) => type === 'JSXExpressionContainer').forEach(check)
    return {
      Literal: checkSentence,
      TemplateLiteral: checkSentence,
      JSXText(node: Said) {
        if (isSaid(node.value)) report({ node, message })
      },
      JSXElement(node: { children: Said[]; openingElement: Said }) {
        if (node.openingElement.name!.name !== 'style') checkChildren(node)
      },
      JSXFragment: checkChildren,
      JSXAttribute({ name, value }: Said) {
        // A form field's name has no space.
        if (said.has(name!.name) || (name!.name === 'name' && hasSpace(value as Said | null)))
          check(value as Said | null)
      },
      // A capital tells words from codes, such as { label: 'Undo' } from { title: 'text' }.
      Property({ key, value }: Said) {
        const text = (value as Said).value
        if (saidLater.has(key?.name ?? '') && /^\p{Lu}\p{Ll}/u.test(String(text))) check(value as Said)
      },
      CallExpression({ callee, arguments: given }: Call) {
        if (!tellers.has(callee.name ?? '')) return
        check(given[0])
        for (const { key, value } of given[0]?.properties ?? []) {
          if (key?.name === 'title' || key?.name === 'description') check(value as Said)
        }
      },
    }
  },
}

export default { meta: { name: 'rooms' }, rules: { sees, words } }
