import { perLanguage } from '../words/state.ts'

const formatOf = perLanguage(
  (locale) => (timeZone: string) =>
    new Intl.DateTimeFormat(locale, {
      timeZone,
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    }),
)

/** A time on the clocks of a time zone: "Mar 28, 2027, 9:00 AM GMT+2". */
export const zonedTime = (iso: string, timeZone: string): string => formatOf()(timeZone).format(new Date(iso))

/** The same as a field for a day and a time has it: "2027-03-28T09:00". */
export const fieldTime = (iso: string, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    .format(new Date(iso))
    .replace(' ', 'T')

/** Nine o'clock of the next day there, as a field has it. */
export const tomorrowMorning = (timeZone: string): string =>
  `${fieldTime(new Date(Date.now() + 86_400_000).toISOString(), timeZone).slice(0, 10)}T09:00`
