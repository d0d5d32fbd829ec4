import { longDate } from '@/lib/text/long-date'

export const LongDate = ({ iso }: { iso: string }) => <time dateTime={iso}>{longDate(new Date(iso))}</time>
