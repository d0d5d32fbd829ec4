import type { Key } from '@/lib/words/t'

type Place = {
  name: Key
  /** The key after G. */
  key: string
  isForAdmins?: true
}

/** The pages of the dashboard, grouped by task. */
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
    '/dashboard/people': { name: 'common.people', key: 'u' },
  },
  'dashboard.nav.site': {
    '/dashboard/settings': { name: 'common.settings', key: 's', isForAdmins: true },
    '/dashboard/search': { name: 'common.searchTerms', key: 't', isForAdmins: true },
    '/dashboard/mails': { name: 'common.emails', key: 'e', isForAdmins: true },
    '/dashboard/webhooks': { name: 'common.webhooks', key: 'w', isForAdmins: true },
    '/dashboard/log': { name: 'common.auditLog', key: 'a', isForAdmins: true },
    '/dashboard/import': { name: 'common.importAndExport', key: 'm', isForAdmins: true },
    '/dashboard/api-keys': { name: 'common.apiKeys', key: 'k' },
  },
} as const satisfies Partial<Record<Key, Record<string, Place>>>

type Groups = typeof placeGroups
export type DashboardPlace = { [Group in keyof Groups]: keyof Groups[Group] & string }[keyof Groups]

export const places = Object.assign({}, ...Object.values(placeGroups)) as Record<DashboardPlace, Place>

/** What the command palette offers besides the places. */
export const acts: Record<string, { name: Key; isForAdmins?: true; isFile?: true }> = {
  '/new-features#new-post': { name: 'common.createAPost' },
  '/dashboard/changelog/edit': { name: 'dashboard.palette.writeAnEntry' },
  '/dashboard/export': { name: 'dashboard.palette.downloadPosts', isFile: true },
}

/** Whether the signed-in person may go there. Each page checks this again. */
export const isForViewer = (place: { isForAdmins?: true }): boolean =>
  !place.isForAdmins || document.documentElement.dataset.viewer === 'admin'
