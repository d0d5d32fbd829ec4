import type { Key } from '@/lib/words/t'

type Place = {
  name: Key
  /** What people may call it, to find it in the command palette. */
  otherWords?: Key
  /** The key after G. */
  key?: string
  isForAdmins?: true
}

export const placeGroups = {
  'dashboard.nav.feedback': {
    '/dashboard': { name: 'common.posts', key: 'p' },
    '/dashboard?view=inbox': { name: 'common.inbox', key: 'i' },
    '/dashboard/duplicates': { name: 'dashboard.heading.duplicates', key: 'd' },
    '/dashboard/changelog': { name: 'common.changelog', key: 'c' },
    '/dashboard/insights': { name: 'common.insights', key: 'n' },
  },
  'dashboard.nav.moderation': {
    '/dashboard/reports': { name: 'common.reports', key: 'r' },
    '/dashboard/hidden': { name: 'common.hidden', key: 'h' },
    '/dashboard/people': { name: 'common.people', otherWords: 'dashboard.otherWords.people', key: 'u' },
  },
  'common.settings': {
    '/dashboard/settings': {
      name: 'settings.nav.general',
      otherWords: 'dashboard.otherWords.general',
      key: 's',
      isForAdmins: true,
    },
    '/dashboard/settings/categories': { name: 'common.categories', isForAdmins: true },
    '/dashboard/settings/states': {
      name: 'common.states',
      otherWords: 'dashboard.otherWords.states',
      isForAdmins: true,
    },
    '/dashboard/settings/team': {
      name: 'common.team',
      otherWords: 'dashboard.otherWords.team',
      isForAdmins: true,
    },
    '/dashboard/settings/moderation': { name: 'dashboard.nav.moderation', isForAdmins: true },
    '/dashboard/settings/replies': { name: 'common.savedReplies', isForAdmins: true },
    '/dashboard/settings/widget': { name: 'settings.widget.title', isForAdmins: true },
    '/dashboard/settings/sign-in': { name: 'settings.nav.signIn', isForAdmins: true },
  },
  'dashboard.nav.tools': {
    '/dashboard/import': {
      name: 'common.importAndExport',
      otherWords: 'dashboard.otherWords.import',
      key: 'm',
      isForAdmins: true,
    },
    '/dashboard/search': {
      name: 'common.searchTerms',
      otherWords: 'dashboard.otherWords.searchTerms',
      key: 't',
      isForAdmins: true,
    },
    '/dashboard/mails': {
      name: 'common.emails',
      otherWords: 'dashboard.otherWords.mails',
      key: 'e',
      isForAdmins: true,
    },
    '/dashboard/webhooks': { name: 'common.webhooks', key: 'w', isForAdmins: true },
    '/dashboard/api-keys': { name: 'common.apiKeys', key: 'k' },
    '/dashboard/log': { name: 'common.auditLog', key: 'a', isForAdmins: true },
  },
} as const satisfies Partial<Record<Key, Record<string, Place>>>

type Groups = typeof placeGroups
export type DashboardPlace = { [Group in keyof Groups]: keyof Groups[Group] & string }[keyof Groups]

export const places = Object.assign({}, ...Object.values(placeGroups)) as Record<DashboardPlace, Place>

/** No address, but an act of the palette itself. */
export const switchColors = '#colors'

/** What the command palette offers besides the places. */
export const acts: Record<string, Place & { isFile?: true }> = {
  '/new-features#new-post': { name: 'common.createAPost', otherWords: 'dashboard.otherWords.createAPost' },
  '/dashboard/changelog/edit': {
    name: 'dashboard.palette.writeAnEntry',
    otherWords: 'dashboard.otherWords.writeAnEntry',
  },
  [switchColors]: { name: 'dashboard.palette.switchColors', otherWords: 'dashboard.otherWords.switchColors' },
  '/dashboard/export': { name: 'dashboard.palette.downloadPosts', isFile: true },
}

/** Whether the signed-in person may go there. Each page checks this again. */
export const isForViewer = (place: { isForAdmins?: true }): boolean =>
  !place.isForAdmins || document.documentElement.dataset.viewer === 'admin'
