import { t } from '@/lib/words/t'
import { useId } from 'react'
import { countText } from '@/lib/words/count-text'
import { longDate } from '@/lib/text/dates'

const width = 480
const height = 120

type Point = { week: string; value: number | null }

/** A bar for each week, rendered on the server, with the same numbers in a table. */
export function WeekChart({ title, note, points }: { title: string; note?: string; points: Point[] }) {
  const id = useId()
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0))
  const step = width / points.length
  const latest = points.at(-1)!
  const said = t('insight.weekChart.perWeekSincePeak', {
    title,
    dateOf: dateOf(points[0]!.week),
    text: text(largest),
    text2: text(latest.value),
  })
  return (
    <figure className="rounded-lg border border-line bg-surface p-4">
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <p className="text-xs text-ink-soft">
        {note && `${note} `}
        {t('insight.weekChart.peak', { most: text(largest) })}
      </p>
      {/* Next to another chart, the table covers its own chart, so that no gap opens. */}
      <div className="relative">
        <svg
          viewBox={`0 0 ${width} ${height + 1}`}
          role="img"
          aria-label={said}
          className="mt-2 w-full text-accent-strong rtl:-scale-x-100"
        >
          {points.map(({ week, value }, index) => {
            const tall = largest > 0 ? ((value ?? 0) / largest) * height : 0
            return (
              <rect
                key={week}
                x={index * step + step * 0.1}
                y={height - tall}
                width={step * 0.8}
                height={tall}
                // The current week isn't over.
                fillOpacity={index === points.length - 1 ? 0.55 : 1}
                fill="currentColor"
              >
                <title>{`${dateOf(week)}: ${text(value)}`}</title>
              </rect>
            )
          })}
          <path d={`M0 ${height + 0.5}H${width}`} stroke="var(--line-strong)" />
        </svg>
        <p aria-hidden="true" className="mt-1 flex justify-between text-xs text-ink-soft">
          <span>{dateOf(points[0]!.week)}</span>
          <span>{t('insight.weekChart.thisWeek', { value: text(latest.value) })}</span>
        </p>
        <details className="mt-2">
          <summary className="min-h-6 cursor-pointer text-ink-soft pointer-coarse:min-h-11">
            {t('insight.weekChart.showData')}
            <span className="sr-only"> {t('insight.weekChart.for', { title })}</span>
          </summary>
          <div
            className="mt-2 max-h-72 overflow-y-auto md:absolute md:inset-x-0 md:top-0 md:bottom-8 md:mt-0 md:max-h-none md:bg-surface md:pointer-coarse:bottom-13"
            tabIndex={0}
            role="group"
            aria-labelledby={id}
          >
            <table className="w-full text-start tabular-nums">
              <thead>
                <tr>
                  <th scope="col" className="py-1 text-start font-medium">
                    {t('insight.weekChart.weekOf')}
                  </th>
                  <th scope="col" className="py-1 text-end font-medium">
                    {title}
                  </th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ week, value }) => (
                  <tr key={week} className="border-t border-line">
                    <th scope="row" className="py-1 text-start font-normal">
                      {dateOf(week)}
                    </th>
                    <td className="py-1 text-end">{text(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </details>
      </div>
    </figure>
  )
}

/** Hours have a decimal; without answers, there is no value. */
function text(value: number | null): string {
  if (value === null) return '–'
  return value < 100 ? countText(Math.round(value * 10) / 10) : countText(Math.round(value))
}

const dateOf = (week: string): string => longDate(new Date(week))
