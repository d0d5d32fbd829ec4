import { type Key, t } from '@/lib/words/t'
import type { FirstSteps } from '@/lib/queries/first-steps'
import type { DashboardPlace } from '../team/dashboard-places'

export const stepPlaces: Record<keyof FirstSteps, { href: DashboardPlace; name: Key; hint: Key }> = {
  name: {
    href: '/dashboard/settings',
    name: 'dashboard.firstSteps.name',
    hint: 'dashboard.firstSteps.nameHint',
  },
  categories: {
    href: '/dashboard/settings/categories',
    name: 'dashboard.firstSteps.categories',
    hint: 'dashboard.firstSteps.categoriesHint',
  },
  team: {
    href: '/dashboard/settings/team',
    name: 'dashboard.firstSteps.team',
    hint: 'dashboard.firstSteps.teamHint',
  },
  posts: {
    href: '/dashboard/import',
    name: 'dashboard.firstSteps.posts',
    hint: 'dashboard.firstSteps.postsHint',
  },
  mail: {
    href: '/dashboard/mails',
    name: 'dashboard.firstSteps.mail',
    hint: 'dashboard.firstSteps.mailHint',
  },
  widget: {
    href: '/dashboard/settings/widget',
    name: 'dashboard.firstSteps.widget',
    hint: 'dashboard.firstSteps.widgetHint',
  },
}

export const stepsOf = (steps: FirstSteps) => Object.entries(steps) as [keyof FirstSteps, boolean][]

export function stepsDone(steps: FirstSteps): string {
  const all = Object.values(steps)
  return t('dashboard.firstSteps.progress', { done: all.filter(Boolean).length, total: all.length })
}
