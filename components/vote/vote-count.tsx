import { Icon } from '@/components/ui/icon'

/** The number of votes under its arrow. */
export function VoteCount({ votes, size = 'base' }: { votes: number; size?: 'base' | 'lg' }) {
  return (
    <span
      className={`flex shrink-0 flex-col items-center justify-center rounded-md border border-line text-ink-soft ${size === 'lg' ? 'h-16 w-14' : 'h-12 w-11'}`}
    >
      <Icon name="up" />
      <span className={`tabular font-semibold text-ink ${size === 'lg' ? 'text-base' : 'text-sm'}`}>
        {votes.toLocaleString('en-US')}
        <span className="sr-only"> {votes === 1 ? 'vote' : 'votes'}</span>
      </span>
    </span>
  )
}
