import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { gzipSync } from 'node:zlib'

/** Why each client component of a public page is there. One without a reason is a missed goal. */
const reasons: Record<string, string> = {
  'account/callback-panel': 'ends a sign-in that began at another site',
  'account/confirm-panel': 'confirms an address on a press, which mail scanners do not make',
  'account/invitation-panel': 'accepts an invitation',
  'account/own-sign-in-panel': 'asks before it replaces a session',
  'activity/team-facts': 'what the team sees of a person',
  'activity/votes-total': 'how often a person voted, for the team',
  'app/embed/error': 'shows that the widget failed, and tries again',
  'app/error': 'shows that a page failed, and tries again',
  'app/global-error': 'shows that the layout failed',
  'auth/auth-dialog-host': 'loads the sign-in dialog for a button or a link',
  'auth/forgot-password-form': 'keeps what is typed, and sends it',
  'auth/reset-password-panel': 'keeps what is typed, and sends it',
  'category/category-search': 'loads what replaces a list by what is found while someone types',
  'changelog/more-entries': 'loads more entries in place',
  'changelog/reactions': "shows a member's reactions and sends one",
  'changelog/see-entries': 'notes what has been read',
  'changelog/subscribe': 'opens the dialog to subscribe',
  'comment/comment-actions': 'answers a comment',
  'comment/comment-entry': 'replaces a comment that was edited or deleted',
  'comment/comment-form': 'keeps what is typed, and sends it',
  'comment/load-more-replies': 'loads more replies in place',
  'comment/more-comments': 'loads more comments in place, and finds a linked one',
  'comment/own-comments': 'shows what was just written',
  'follow/follow-post': 'follows a post',
  'image/image-link': 'opens a picture',
  'post/create-post': 'opens the form for a new post',
  'post/member-tools': "loads a member's actions",
  'post/merged-note': 'says why the address of a merged post led here',
  'post/post-card': 'posts of the roadmap, sent once, as data',
  'post/post-row': 'posts of a list, sent once, as data',
  'post/post-rows': 'loads more posts in place',
  'post/post-table-row': 'posts of the table, sent once, as data',
  'post/share-post': "copies or shares a post's address",
  'roadmap/state-tabs': 'one state at a time on phones',
  'search/found-posts': 'loads more of what was found in place',
  'shell/account-area': "sign in, or what loads a member's account",
  'shell/all-words': 'the words of a page that is a form',
  'shell/color-mode-select': 'light or dark',
  'shell/error-page': 'the pages for errors, once for all pages',
  'shell/first-scripts': 'color mode and session before the first paint, and presses before hydration',
  'shell/navigation': 'the current section, and the menu on phones',
  'shell/outside-widget': 'leaves the header out of the widget',
  'shell/search-box': 'the search field, which loads what searches once it is used',
  'shell/watchers': 'session, new builds, the end of a navigation',
  'shell/words': "the site's language",
  'state/post-state': 'names of states, as data',
  'team/team-panel': "loads the team's tools",
  'ui/app-link': 'loads a page before it is opened',
  'ui/avatar-picture': "a member's picture",
  'ui/icon-sprite': 'the icons, once for all pages',
  'ui/relative-time': 'how long ago, in the time of the reader',
  'ui/step': "the heading of a form's step",
  'ui/toaster': 'the place for notifications',
  'vote/vote-button': 'votes, and shows own votes',
  'widget/changelog-view': 'the changelog in the widget',
  'widget/own-view': 'own posts in the widget',
  'widget/posts-view': 'searches posts in the widget',
  'widget/roadmap-view': 'the roadmap in the widget',
  'widget/widget-frame': 'talks to the page around the widget, and signs its reader in',
  'widget/write-view': 'a new post in the widget',
}

export type Weighed = { component: string; bytes: number; reason: string | undefined }

type Manifest = { clientModules: Record<string, { id: number }> }

/** The client components of a build by the ids of their modules. */
export function readComponents(build: string): Map<number, string> {
  const folder = join(build, 'server/app')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const names = new Map<number, string>()
  for (const file of files.filter((name) => name.endsWith('_client-reference-manifest.js'))) {
    // The file sets one global variable, from routes to what they load.
    const found: Record<string, Record<string, Manifest>> = {}
    runInNewContext(readFileSync(join(folder, file), 'utf8'), { globalThis: found })
    for (const { clientModules } of Object.values(found).flatMap((routes) => Object.values(routes))) {
      for (const [path, { id }] of Object.entries(clientModules)) {
        const [, name] =
          /^\[project\]\/(?:components\/)?(\D.*)\.tsx?(?: <module evaluation>)?$/.exec(path) ?? []
        if (name) names.set(id, name)
      }
    }
  }
  return names
}

/** What each client component adds to a page's scripts, in bytes (gzip): what its file would be smaller without it. */
export function weighComponents(html: string, build: string, names: Map<number, string>): Weighed[] {
  const files = new Set(
    [...html.matchAll(/\/_next\/(static\/chunks\/[^"\\]+\.js)/g)].map(([, file]) => file!),
  )
  return [...files]
    .flatMap((file) => {
      const text = readFileSync(join(build, file), 'utf8')
      return modulesOf(text).flatMap(({ ids, source }) => {
        const component = ids.map((id) => names.get(id)).find(Boolean)
        if (!component) return []
        const bytes = gzipSync(text).length - gzipSync(text.replace(source, '')).length
        return [{ component, bytes, reason: reasons[component] }]
      })
    })
    .toSorted((one, other) => other.bytes - one.bytes)
}

/** A file calls `push` with its modules: ids followed by the function of the module that they stand for. */
function modulesOf(text: string): { ids: number[]; source: string }[] {
  const pushed: unknown[] = []
  try {
    runInNewContext(text, { TURBOPACK: pushed, globalThis: { TURBOPACK: pushed }, document: {} })
  } catch {
    // The file that starts the others has no modules.
  }
  const found: { ids: number[]; source: string }[] = []
  let ids: number[] = []
  for (const part of pushed.flat()) {
    if (typeof part === 'number') ids.push(part)
    else if (typeof part === 'function') {
      found.push({ ids, source: part.toString() })
      ids = []
    }
  }
  return found
}
