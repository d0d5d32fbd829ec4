import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'
import { countWaiting } from '@/lib/queries/waiting'
import { DashboardNav } from './dashboard-nav'
import { type DashboardPlace, places } from '../team/dashboard-places'
import { NextStep } from './next-step'
import { stepPlaces } from './step-places'

const pagesOfSteps = Object.values(stepPlaces).map(({ href }) => href)

export async function DashboardHeading(props: {
  title?: string
  current: DashboardPlace
  children?: ReactNode
}) {
  const { title, current, children } = props
  // The menu above it has the same name, where it isn't next to the page.
  const isNamed = title === t(places[current].name)
  return (
    <>
      <DashboardNav current={current} waiting={await countWaiting()} />
      {title && (
        <div
          className={`flex flex-wrap items-center justify-between gap-2 ${isNamed && !children ? 'lg:mb-4' : 'mb-4'}`}
        >
          <h1 className={`text-xl font-semibold ${isNamed ? 'max-lg:sr-only' : ''}`}>{title}</h1>
          {children}
        </div>
      )}
      {pagesOfSteps.includes(current) && <NextStep current={current} />}
    </>
  )
}
