import { DashboardPlaces, type DashboardPlace } from './dashboard-places'

/** The heading of one of the dashboard's pages, below the ways to the others. */
export function DashboardHeading({ title, current }: { title: string; current: DashboardPlace }) {
  return (
    <>
      <DashboardPlaces current={current} />
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
    </>
  )
}
