'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState, useTransition } from 'react'
import { dismissFirstSteps } from '@/lib/actions/site'
import { callAction } from '@/lib/browser/call-action'
import type { FirstSteps as Steps } from '@/lib/queries/first-steps'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { offerUndo, toastProblem } from '../ui/toast-store'
import { stepPlaces, stepsDone, stepsOf } from './step-places'

export function FirstSteps({ steps, opens }: { steps: Steps; opens: boolean }) {
  const router = useRouter()
  const [isOpen, setOpen] = useState(opens)
  const [isBusy, startTransition] = useTransition()
  const progress = stepsDone(steps)
  const shownIfOpen = isOpen ? '' : 'max-md:hidden'

  const dismiss = (isDismissed: boolean) =>
    startTransition(async () => {
      const result = await callAction(() => dismissFirstSteps(isDismissed))
      if (!result.ok) return void toastProblem(result.message)
      if (isDismissed) offerUndo(t('dashboard.firstSteps.dismissed'), () => dismiss(false))
      // Its own address would show the list even when it's dismissed.
      if (opens) router.replace('/dashboard')
      router.refresh()
    })

  return (
    <section
      aria-labelledby="first-steps"
      className="mb-6 rounded-lg border border-line bg-surface px-4 md:py-3"
    >
      <div className="flex flex-wrap items-center gap-x-3 md:mb-1">
        <h2
          id="first-steps"
          aria-label={t('dashboard.firstSteps.title')}
          className="font-semibold max-md:flex-1 max-md:basis-40"
        >
          <span className="max-md:hidden">{t('dashboard.firstSteps.title')}</span>
          {/* On phones, one line that opens. */}
          <button
            type="button"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 w-full items-center gap-2 py-2 text-start md:hidden"
          >
            <span className="flex min-w-0 flex-wrap gap-x-2">
              {t('dashboard.firstSteps.title')}
              <span className="tabular font-normal text-ink-soft">{progress}</span>
            </span>
            <Icon
              name="down"
              className={`icon ms-auto text-ink-soft ${isOpen ? '' : '-rotate-90 rtl:rotate-90'}`}
            />
          </button>
        </h2>
        <p className="tabular flex-1 text-ink-soft max-md:hidden">{progress}</p>
        <Button
          look="ghost"
          className={`-me-3 ms-auto ${shownIfOpen}`}
          aria-disabled={isBusy || undefined}
          onClick={() => !isBusy && dismiss(true)}
        >
          {t('dashboard.firstSteps.dismiss')}
        </Button>
      </div>
      <ol className={`grid gap-x-6 max-md:pb-3 sm:grid-cols-2 lg:grid-cols-3 ${shownIfOpen}`}>
        {stepsOf(steps).map(([step, isDone]) => (
          <li key={step} className="flex items-start gap-2 py-1.5">
            <Icon
              name={isDone ? 'completed' : 'proposed'}
              className={`icon mt-0.5 ${isDone ? 'text-completed' : 'text-ink-soft'}`}
            />
            <div className="min-w-0">
              <AppLink
                href={stepPlaces[step].href}
                className={`underline underline-offset-2 ${isDone ? 'text-ink-soft' : 'font-medium'}`}
              >
                {t(stepPlaces[step].name)}
                {isDone && <span className="sr-only"> {t('dashboard.firstSteps.done')}</span>}
              </AppLink>
              {!isDone && <p className="text-ink-soft">{t(stepPlaces[step].hint)}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
