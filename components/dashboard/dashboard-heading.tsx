import { countWaiting } from '@/lib/queries/waiting'
import { DashboardNav } from './dashboard-nav'
import type { DashboardPlace } from './dashboard-places'

export async function DashboardHeading({ title, current }: { title?: string; current: DashboardPlace }) {
  return (
    <>
      <DashboardNav current={current} waiting={await countWaiting()} />
      {title && <h1 className="mb-4 text-xl font-semibold">{title}</h1>}
    </>
  )
}
