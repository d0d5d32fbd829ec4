/** The messages that a visitor's pages start with. tests/unit/messages.test.ts checks that none is missing. */
const core = [
  'browser.callAction',
  'category.search',
  'changelog.reactions',
  'comment.actions',
  'comment.entry',
  'comment.form',
  'comment.replies',
  'image.link',
  'post.createPost',
  'post.looks',
  'post.sharePost',
  'schemas.actionResult',
  'search.foundPosts',
  'shell.accountArea',
  'shell.colorMode',
  'shell.errorPage',
  'shell.navigation',
  'shell.searchBox',
  'text.dates',
  'ui.copyText',
  'ui.loadMore',
  'ui.submitButton',
  'ui.toaster',
  'vote.button',
]
const coreCommons = [
  'cancel',
  'category',
  'unreachable',
  'changelog',
  'close',
  'comment',
  'dashboard',
  'delete',
  'deletedUser',
  'details',
  'edit',
  'feedback',
  'follow',
  'hide',
  'images',
  'commentImages',
  'loadMore',
  'loading',
  'newPost',
  'pageNotFound',
  'pinned',
  'reply',
  'report',
  'reportComment',
  'roadmap',
  'search',
  'signIn',
  'signUp',
  'subscribe',
  'states',
  'team',
  'failedTryAgain',
  'commentGone',
  'title',
  'tryAgain',
  'newPostPrompt',
  'yourComment',
  'voteFailed',
]

/** Messages that only a server needs. */
const server = ['transfer', 'actions', 'database', 'mail', 'publish', 'queries', 'webhook', 'pages']
/** Messages that only the team's scripts need. */
const team = [
  'team',
  'inbox',
  'dashboard',
  'insight',
  'webhook',
  'settings',
  'cannedAnswer',
  'apiKey',
  'importing',
]

const beginsWith = (names: string[]) => (key: string) => names.some((name) => key.startsWith(`${name}.`))
const ofCore = new Set(coreCommons.map((name) => `common.${name}`))
export const isCore = (key: string) => ofCore.has(key) || beginsWith(core)(key)
const isOfServer = beginsWith(server)
const isOfTeam = beginsWith(team)

/** The parts that a browser loads once it needs them, by the names in their addresses. */
export const parts: Record<string, (key: string) => boolean> = {
  member: (key) => !isOfServer(key) && !isOfTeam(key) && !isCore(key),
  team: (key) => isOfTeam(key) || (!isOfServer(key) && !isCore(key)),
}
