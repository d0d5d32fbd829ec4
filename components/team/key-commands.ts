import { type PostState, postStates } from '@/lib/post/states'

/** What the keys of the inbox do, in the order in which the list of keys says it. */
export const commands = {
  next: { keys: ['j', 'ArrowDown'], name: 'Next post' },
  previous: { keys: ['k', 'ArrowUp'], name: 'Previous post' },
  open: { keys: ['Enter'], name: 'Open post' },
  back: { keys: ['Escape'], name: 'Back to the list' },
  state: { keys: postStates.map((_, index) => String(index + 1)), name: 'State' },
  look: { keys: ['l'], name: 'Reviewed' },
  category: { keys: ['c'], name: 'Category' },
  merge: { keys: ['m'], name: 'Merge' },
  reply: { keys: ['r'], name: 'Reply' },
  note: { keys: ['n'], name: 'Note' },
  tags: { keys: ['t'], name: 'Tags' },
  plan: { keys: ['p'], name: 'Plan' },
  edit: { keys: ['e'], name: 'Edit' },
  hide: { keys: ['h'], name: 'Hide' },
  block: { keys: ['b'], name: 'Block author' },
  choose: { keys: ['x'], name: 'Select' },
  undo: { keys: ['u'], name: 'Undo' },
  search: { keys: ['/'], name: 'Search' },
  keys: { keys: ['?'], name: 'All shortcuts' },
} as const

export type Command = keyof typeof commands

const shown: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: 'Enter', Escape: 'Esc' }

/** A key as it is written on keyboards. */
export const keyName = (key: string): string => shown[key] ?? key.toUpperCase()

export function explain(
  command: Command,
  stateNames: Record<PostState, string>,
): { keys: string[]; name: string } {
  const { keys, name } = commands[command]
  if (command !== 'state') return { keys: keys.map(keyName), name }
  return { keys: ['1–5'], name: `${name}: ${postStates.map((state) => stateNames[state]).join(', ')}` }
}

/** Which command a key stands for, and as how many-th of its keys. */
export function commandOf(key: string): { command: Command; index: number } | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  for (const [command, { keys }] of Object.entries(commands)) {
    const index = (keys as readonly string[]).indexOf(pressed)
    if (index !== -1) return { command: command as Command, index }
  }
  return null
}
