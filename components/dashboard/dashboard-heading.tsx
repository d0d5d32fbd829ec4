import type { ReactNode } from 'react'
import { countWaiting } from '@/lib/queries/waiting'
import { DashboardNav } from './dashboard-nav'
import type { DashboardPlace } from './dashboard-places'

export async function DashboardHeading(props: {
  title?: string
  current: DashboardPlace
  children?: ReactNode
}) {
  const { title, current, children } = props
  return (
    <>
      <DashboardNav current={current} waiting={await countWaiting()} />
      {title && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
          <h1 className="text-xl font-semibold">{title}</h1>
          {children}
        </div>
      )}
    </>
  )
}
