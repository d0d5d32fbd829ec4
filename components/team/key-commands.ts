import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { type PostState, postStates } from '@/lib/post/states'

/** The commands of single keys, in the order in which the list of shortcuts shows them. */
export const commands = {
  next: {
    keys: ['j', 'ArrowDown'],
    get name() {
      return t('common.nextPost')
    },
  },
  previous: {
    keys: ['k', 'ArrowUp'],
    get name() {
      return t('common.previousPost')
    },
  },
  open: {
    keys: ['Enter'],
    get name() {
      return t('common.openPost')
    },
  },
  back: {
    keys: ['Escape'],
    get name() {
      return t('common.backToTheList')
    },
  },
  state: {
    keys: postStates.map((_, index) => String(index + 1)),
    get name() {
      return t('common.state')
    },
  },
  look: {
    keys: ['l'],
    get name() {
      return t('common.reviewed')
    },
  },
  category: {
    keys: ['c'],
    get name() {
      return t('common.category')
    },
  },
  merge: {
    keys: ['m'],
    get name() {
      return t('common.merge')
    },
  },
  reply: {
    keys: ['r'],
    get name() {
      return t('common.reply')
    },
  },
  note: {
    keys: ['n'],
    get name() {
      return t('team.keyCommands.note')
    },
  },
  tags: {
    keys: ['t'],
    get name() {
      return t('common.tags')
    },
  },
  plan: {
    keys: ['p'],
    get name() {
      return t('common.plan')
    },
  },
  edit: {
    keys: ['e'],
    get name() {
      return t('common.edit')
    },
  },
  hide: {
    keys: ['h'],
    get name() {
      return t('common.hide')
    },
  },
  block: {
    keys: ['b'],
    get name() {
      return t('common.blockAuthor')
    },
  },
  choose: {
    keys: ['x'],
    get name() {
      return t('team.keyCommands.select')
    },
  },
  undo: {
    keys: ['u'],
    get name() {
      return t('common.undo')
    },
  },
  keepBoth: {
    keys: ['d'],
    get name() {
      return t('dashboard.suggestedPairs.keepBoth')
    },
  },
  search: {
    keys: ['/'],
    get name() {
      return t('common.search')
    },
  },
} as const

export type Command = keyof typeof commands

export const inboxCommands = (Object.keys(commands) as Command[]).filter((command) => command !== 'keepBoth')

const shown: Record<string, string> = { ArrowDown: '↓', ArrowUp: '↑', Enter: 'Enter', Escape: 'Esc' }

/** A key as it is printed on keyboards. */
export const keyName = (key: string): string => shown[key] ?? key.toUpperCase()

/** The keys, one after the other, that go to the page with this key. */
export const goKeys = (key: string): string[] => ['g', key].map(keyName)

/** The key that lists all keys. */
export const showsKeys = '?'

export const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform)

/** The keys, pressed together, that open the command palette. */
export const paletteKeys = (): string[] => [isApple() ? '⌘' : t('dashboard.palette.control'), 'K']

export function explain(
  command: Command,
  stateNames: Record<PostState, string>,
): { keys: string[]; name: string } {
  const { keys, name } = commands[command]
  if (command !== 'state') return { keys: keys.map(keyName), name }
  return { keys: ['1–5'], name: `${name}: ${commaList(postStates.map((state) => stateNames[state]))}` }
}

/** The command of a key, and the key's position among the command's keys. */
export function commandOf(key: string): { command: Command; index: number } | null {
  const pressed = key.length === 1 ? key.toLowerCase() : key
  for (const [command, { keys }] of Object.entries(commands)) {
    const index = (keys as readonly string[]).indexOf(pressed)
    if (index !== -1) return { command: command as Command, index }
  }
  return null
}
