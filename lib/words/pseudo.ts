import type { Message, MessageNode } from './state.ts'

const accents = new Map(
  Object.entries({ a: 'åå', e: 'éé', i: 'îî', o: 'ôô', u: 'ûû', A: 'ÅÅ', E: 'ÉÉ', O: 'ÔÔ' }),
)
const stretch = (text: string): string => text.replaceAll(/[aeiouAEO]/g, (letter) => accents.get(letter)!)

const stretchNode = (node: MessageNode): MessageNode => {
  if (node === 0) return node
  if (typeof node === 'string') return stretch(node)
  const [name, ...rest] = node
  return [name, ...rest.map(stretchPart)]
}

function stretchPart(part: unknown): unknown {
  if (typeof part === 'string' || Array.isArray(part)) return stretchNode(part as MessageNode)
  if (typeof part !== 'object' || !part) return part
  return Object.fromEntries(
    Object.entries(part).map(([form, message]) => [form, stretchMessage(message as Message)]),
  )
}

export const stretchMessage = (message: Message): Message =>
  Array.isArray(message) ? message.map(stretchNode) : message === 0 ? message : stretch(message)
