import { longDate } from '@/lib/text/dates'

export const LongDate = ({ iso }: { iso: string }) => <time dateTime={iso}>{longDate(new Date(iso))}</time>
