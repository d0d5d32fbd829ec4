import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useId } from 'react'
import { countText } from '@/lib/words/count-text'
import { perLanguage } from '@/lib/words/state'
import { longDate } from '@/lib/text/dates'
import { FoldSummary } from '../ui/fold-summary'
import { Icon } from '../ui/icon'
import { axisTop, changeOf, type Point, summarize } from './week-figures'
import { WeekPointer } from './week-pointer'

const shareFormat = perLanguage(
  (locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }),
)

export function WeekChart(props: {
  title: string
  note?: string
  points: Point[]
  /** The values of as many weeks before, without the current one. */
  before: (number | null)[]
  /** This is for metrics that can't be added up. */
  isMedian?: boolean
}) {
  const { title, note, points, before, isMedian = false } = props
  const text = isMedian ? hoursText : numberText
  const id = useId()
  const largest = Math.max(0, ...points.map(({ value }) => value ?? 0))
  // Round days from the height at which the texts are in days.
  const unit = isMedian && largest > 40 ? 24 : 1
  const top = axisTop(largest / unit) * unit
  const latest = points.at(-1)!
  const total = summarize(
    points.map(({ value }) => value),
    isMedian,
  )
  const change = changeOf(points, before, isMedian)
  const said = t('insight.weekChart.perWeekSincePeak', {
    title,
    dateOf: dateOf(points[0]!.week),
    text: text(largest),
    text2: text(latest.value),
  })
  const texts = points.map(({ week, value }) => `${dateOf(week)}: ${text(value)}`)
  return (
    <figure className="flex flex-col rounded-lg border border-line bg-surface p-4 break-inside-avoid">
      <figcaption id={id} className="font-semibold">
        {title}
      </figcaption>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2">
        <span className="text-[min(1.75rem,13vw)] leading-9 font-semibold tabular-nums">{text(total)}</span>
        {change === null ? (
          <span className="text-ink-soft">{t('insight.weekChart.noChange')}</span>
        ) : (
          <Change share={change} count={before.length} />
        )}
      </p>
      {note && <p className="text-xs text-ink-soft">{note}</p>}
      {/* Next to another chart, the table covers its own chart, so that no gap opens. */}
      <div className="relative mt-auto pt-4">
        <div className="grid grid-cols-[auto_1fr] gap-x-2 gap-y-1 text-xs text-ink-soft">
          <p aria-hidden="true" className="-my-2 flex flex-col justify-between text-end tabular-nums">
            {(top === 1 ? [1, 0] : [top, top / 2, 0]).map((tick) => (
              <span key={tick}>{isMedian && tick > 0 ? hoursText(tick, 'narrow') : countText(tick)}</span>
            ))}
          </p>
          <div className="relative h-24 sm:h-32">
            <Bars points={points} top={top} label={said} />
            <WeekPointer label={t('insight.weekChart.weekIn', { title })} texts={texts} />
          </div>
          <p aria-hidden="true" className="col-start-2 flex flex-wrap justify-between gap-x-2">
            <span>{dateOf(points[0]!.week)}</span>
            <span>{t('insight.weekChart.thisWeek', { value: text(latest.value) })}</span>
          </p>
        </div>
        <details className="group mt-2">
          <FoldSummary className="w-fit text-ink-soft">
            {rich('insight.weekChart.showData', {
              title,
              s: (text) => (
                <span key="of" className="sr-only">
                  {text}
                </span>
              ),
            })}
          </FoldSummary>
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

/** In the terms of the chart: a week is one wide, and the axis as high as its top. */
function Bars({ points, top, label }: { points: Point[]; top: number; label: string }) {
  const count = points.length
  return (
    <svg
      viewBox={`0 0 ${count} ${top}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      className="size-full overflow-visible text-accent-strong forced-colors:text-[CanvasText] rtl:-scale-x-100"
    >
      {[0, top / 2, top].map((y) => (
        <path
          key={y}
          d={`M0 ${y}H${count}`}
          stroke={y === top ? 'var(--line-strong)' : 'var(--line)'}
          vectorEffect="non-scaling-stroke"
        />
      ))}
      {points.map(({ week, value }, index) => (
        <rect
          key={week}
          x={index + 0.1}
          y={top - (value ?? 0)}
          width={0.8}
          height={value ?? 0}
          // The current week isn't over.
          fillOpacity={index === count - 1 ? 0.55 : 1}
          fill="currentColor"
        />
      ))}
    </svg>
  )
}

/** More isn't always better, so the color says nothing. */
function Change({ share, count }: { share: number; count: number }) {
  const text = shareFormat().format(Math.abs(share))
  const way = Math.abs(share) < 0.005 ? 'same' : share > 0 ? 'up' : 'down'
  return (
    <span className="text-ink-soft">
      {way !== 'same' && <Icon name={way} className="me-1 inline size-3.5 text-ink" />}
      {t('insight.weekChart.change', { way, share: text, count })}
    </span>
  )
}

const unitFormat = perLanguage(
  (locale) => (unit: 'hour' | 'day', unitDisplay: 'long' | 'narrow') =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }),
)

/** "14 hours", "31 days" from two days on; without answers, there is no value. */
function hoursText(value: number | null, unitDisplay: 'long' | 'narrow' = 'long'): string {
  if (value === null) return '–'
  return value < 48
    ? unitFormat()('hour', unitDisplay).format(value)
    : unitFormat()('day', unitDisplay).format(Math.round(value / 24))
}

function numberText(value: number | null): string {
  if (value === null) return '–'
  return value < 100 ? countText(Math.round(value * 10) / 10) : countText(Math.round(value))
}

const dateOf = (week: string): string => longDate(new Date(week))
