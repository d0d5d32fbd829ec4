import { texts } from '@/lib/words/deferred'
import { createStore, useStore } from '@/lib/browser/create-store'
import { showColorMode } from '@/lib/browser/color-mode'
import { prepareCookies } from '@/lib/session/browser/prepare-cookies'
import { isListed } from '@/lib/post/widget-origins'

export const views = ['posts', 'write', 'own', 'roadmap', 'changelog'] as const
export type View = (typeof views)[number]

export const viewNames: Record<View, string> = texts({
  posts: 'common.posts',
  write: 'common.newPost',
  own: 'widget.yourPosts',
  roadmap: 'common.roadmap',
  changelog: 'widget.whatsNew',
})

/** What the page around the frame asks for. */
type Options = {
  view?: string
  category?: string
  title?: string
  colorMode?: string
  language?: string
}
type Heard = {
  options: Options
  hasToken: boolean
  token?: string | null
  signOut?: boolean
  page: string
}
type Frame = {
  options: Options
  page: string
  isIn: boolean
  opened: number
  takesCookies: boolean
  token: string
}

const store = createStore<Frame>({
  options: {},
  page: '',
  isIn: false,
  opened: 0,
  takesCookies: true,
  token: '',
})
let host = ''

/** Keeps a token for signing in in a new tab. */
export const keepToken = (token: string): void => store.write({ ...store.read(), token })

export const useFrame = (): Frame => useStore(store, (frame) => frame)

const text = (value: unknown, limit: number): string =>
  typeof value === 'string' ? value.slice(0, limit) : ''

function readOptions(given: unknown): Options {
  const asked = (given ?? {}) as Record<string, unknown>
  return Object.fromEntries(
    (['view', 'category', 'title', 'colorMode', 'language'] as const)
      .map((name) => [name, text(asked[name], 200)])
      .filter(([, value]) => value),
  )
}

/** Applies the color mode of the page around the frame. What the person chose on the site is for the site's pages. */
function applyColorMode({ colorMode }: Options): void {
  if (colorMode === 'light' || colorMode === 'dark') showColorMode(colorMode)
}

/** Reads the options after '#' in the address, and whether cookies work, before the first message arrives. */
export function begin(): void {
  const options = readOptions(Object.fromEntries(new URLSearchParams(location.hash.slice(1))))
  applyColorMode(options)
  const takesCookies = prepareCookies()
  store.write({ ...store.read(), options, isIn: window.parent !== window, takesCookies })
}

/**
 * Listens to messages of the page around the frame. Messages from unlisted origins are ignored.
 * @param listed the origins that may show the widget
 * @param take called with each token that the page sends
 * @param leave called when the person has signed out of the page
 */
export function listenToHost(
  listed: readonly string[],
  take: (token: string | null) => void,
  leave: () => void,
): () => void {
  const hear = ({ data, origin, source }: MessageEvent) => {
    if (source !== window.parent || source === window || !isListed(origin, listed)) return
    if ((data as { signpost?: string } | null)?.signpost !== 'host') return
    host = origin
    const { options, hasToken, token, signOut, page } = data as Partial<Heard>
    if (token !== undefined) return take(token === null ? null : text(token, 4_000))
    if (signOut === true) leave()
    if (!options) return
    const chosen = readOptions(options)
    applyColorMode(chosen)
    const before = store.read()
    store.write({
      ...before,
      options: chosen,
      page: page === undefined ? before.page : text(page, 1_000),
      opened: before.opened + 1,
    })
    if (hasToken) tellHost('token')
  }
  window.addEventListener('message', hear)
  // The origin isn't known yet, so this only says that the frame is there.
  if (window.parent !== window) window.parent.postMessage({ signpost: 'frame', event: 'ready' }, '*')
  return () => window.removeEventListener('message', hear)
}

type Post = { id: number; title?: string; address?: string | null; votes?: number; isVoted?: boolean }

/** Sends a message to the page around the frame, once a listed origin has sent one. */
export function tellHost(event: 'token' | 'close' | 'posted' | 'voted' | 'signed-out', post?: Post): void {
  if (host) window.parent.postMessage({ signpost: 'frame', event, post }, host)
}
