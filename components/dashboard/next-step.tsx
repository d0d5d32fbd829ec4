import { t } from '@/lib/words/t'
import { getFirstSteps } from '@/lib/queries/first-steps'
import { AppLink } from '../ui/app-link'
import type { DashboardPlace } from '../team/dashboard-places'
import { stepPlaces, stepsDone, stepsOf } from './step-places'

const linkClass = 'inline-block py-0.5 underline underline-offset-2 max-md:py-2.5'

/** On a page that a first step leads to: how many are done, and the next one. */
export async function NextStep({ current }: { current: DashboardPlace }) {
  const first = await getFirstSteps()
  if (!first || first.isDismissed) return null
  const { steps } = first
  const all = stepsOf(steps)
  const at = all.findIndex(([step]) => stepPlaces[step].href === current)
  const next = [...all.slice(at + 1), ...all.slice(0, at)].find(([, isDone]) => !isDone)
  return (
    <p className="mb-4 flex flex-wrap gap-x-4 text-ink-soft lg:-mt-3">
      <AppLink href="/dashboard?steps=open" className={`tabular ${linkClass}`}>
        {stepsDone(steps)}
      </AppLink>
      {next && (
        <AppLink href={stepPlaces[next[0]].href} className={linkClass}>
          {t('dashboard.firstSteps.next', { step: t(stepPlaces[next[0]].name) })}
        </AppLink>
      )}
    </p>
  )
}
