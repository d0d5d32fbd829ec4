const core = [
  'browser.callAction',
  'schemas.actionResult',
  'shell.accountArea',
  'shell.colorMode',
  'shell.errorPage',
  'shell.navigation',
  'shell.searchBox',
  'text.dates',
  'ui.loadMore',
  'ui.submitButton',
  'ui.toaster',
  'vote.button',
  ...commons(
    'cancel',
    'changelog',
    'dashboard',
    'failedTryAgain',
    'feedback',
    'loadMore',
    'loading',
    'pageNotFound',
    'roadmap',
    'search',
    'signIn',
    'signUp',
    'tryAgain',
    'undo',
    'unreachable',
    'voteFailed',
  ),
]

const rows = ['post.looks.comments', 'post.looks.voted', ...commons('deletedUser', 'pinned', 'team')]

/** Messages that the scripts of some pages also use (tests/unit/messages.test.ts checks that the list is complete). */
const pages = {
  post: [
    'comment.actions',
    'comment.entry',
    'comment.form',
    'comment.replies',
    'image.link',
    'post.sharePost',
    'ui.copyText',
    ...commons('comment', 'commentGone', 'follow', 'reply', 'yourComment'),
  ],
  posts: [...rows, 'post.looks', 'search.foundPosts', ...commons('states')],
  list: [
    ...rows,
    'category.search',
    'post.createPost',
    ...commons('category', 'close', 'details', 'newPost', 'newPostPrompt', 'title'),
  ],
  changelog: ['changelog.reactions', 'image.link', ...commons('comma', 'subscribe')],
}
export type PageKind = keyof typeof pages

function commons(...names: string[]): string[] {
  return names.map((name) => `common.${name}`)
}

const server = ['transfer', 'actions', 'database', 'mail', 'publish', 'queries', 'webhook', 'pages']
const team = [
  'team',
  'inbox',
  'dashboard',
  'insight',
  'webhook',
  'settings',
  'savedReply',
  'apiKey',
  'importing',
]

const beginsWith = (names: string[]) => (key: string) =>
  names.some((name) => key === name || key.startsWith(`${name}.`))
export const isCore = beginsWith(core)
export const pageParts = Object.fromEntries(
  Object.entries(pages).map(([kind, names]) => [kind, beginsWith(names)]),
) as Record<PageKind, (key: string) => boolean>
const isOfServer = beginsWith(server)
const isOfTeam = beginsWith(team)

export const parts: Record<string, (key: string) => boolean> = {
  member: (key) => !isOfServer(key) && !isOfTeam(key) && !isCore(key),
  team: (key) => isOfTeam(key) || (!isOfServer(key) && !isCore(key)),
}
