import { longDate } from '@/lib/text/dates'

export function LongDate({ iso, className }: { iso: string; className?: string }) {
  return (
    <time dateTime={iso} className={className}>
      {longDate(new Date(iso))}
    </time>
  )
}
