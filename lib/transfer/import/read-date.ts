import { t } from '../../words/t.ts'
import { orderOf } from './date-order.ts'

const earliest = Date.UTC(2000, 0, 1)
const day = 86_400_000

const iso =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d+)?)?\s*(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/i
const named =
  /^(?:[a-z]{3,9},? )?(?:[a-z]{3,9}\.? \d{1,2}(?:st|nd|rd|th)?,?|\d{1,2} [a-z]{3,9}\.?,?) \d{4}(?:,? (?:at )?(\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?: (Z|UTC|GMT|[+-]\d{4}))?)?$/i
const numbered =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,? (\d{1,2}:\d\d(?::\d\d)?(?: ?[ap]m)?)(?: (Z|UTC|GMT|[+-]\d{4}))?)?$/i

export type Moment = { time: number; isZoneless: boolean } | { problem: string }

/** Reads the date formats of common trackers. Dates without a time zone are read as UTC. */
export function readDate(value: unknown): Moment {
  if (typeof value !== 'string')
    return { problem: t('transfer.reason.mustBeDate', { kind: value === null ? 'null' : typeof value }) }
  const text = value.trim()
  const read = readIso(text) ?? readNamed(text) ?? readNumbered(text)
  if (!read)
    return {
      problem: text
        ? t('transfer.reason.noDate', { text: text.slice(0, 40) })
        : t('transfer.reason.emptyDate'),
    }
  if (orderOf(text) === 'either') return { problem: t('transfer.reason.twoDates', { text }) }
  if (read.time < earliest) return { problem: t('transfer.reason.before2000', { text }) }
  if (read.time >= Date.now() + day) return { problem: t('transfer.reason.inTheFuture', { text }) }
  return { ...read, time: Math.min(read.time, Date.now()) }
}

function readIso(text: string): { time: number; isZoneless: boolean } | null {
  const parts = iso.exec(text)
  if (!parts) return null
  const [, year, month, dayOfMonth, minutes, seconds = '', zone] = parts
  const date = `${year}-${month}-${dayOfMonth}`
  // Date.parse makes March 2 of February 30.
  if (new Date(`${date}T00:00:00Z`).toJSON()?.slice(0, 10) !== date) return null
  if (!minutes) return { time: Date.parse(date), isZoneless: false }
  const offset =
    !zone || /^[zug]/i.test(zone) ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`
  const time = Date.parse(`${date}T${minutes}${seconds.replace(',', '.')}${offset}`)
  return Number.isNaN(time) ? null : { time, isZoneless: !zone }
}

function readNamed(text: string): { time: number; isZoneless: boolean } | null {
  const parts = named.exec(text)
  if (!parts) return null
  const [, clock, zone] = parts
  const plain = text.replace(/(\d)(st|nd|rd|th)\b/i, '$1').replace(/ at /i, ' ')
  const time = Date.parse(zone ? plain : `${plain} UTC`)
  return Number.isNaN(time) ? null : { time, isZoneless: Boolean(clock) && !zone }
}

/** Day first, unless only the second number can be the day. With points, the day is first everywhere. */
function readNumbered(text: string): { time: number; isZoneless: boolean } | null {
  const parts = numbered.exec(text)
  if (!parts) return null
  const [, first, mark, second, year, clock, zone] = parts
  const isMonthFirst = mark !== '.' && Number(second) > 12
  const [day, month] = isMonthFirst ? [second!, first!] : [first!, second!]
  const date = readIso(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
  if (!date || !clock) return date
  const time = Date.parse(`${month}/${day}/${year} ${clock} ${zone ?? 'UTC'}`)
  return Number.isNaN(time) ? null : { time, isZoneless: !zone }
}
