import { totalText } from '@/lib/text/count-text'

export function FoundCount(props: {
  query: string
  total: number
  isTotalExact: boolean
  category?: string
  state?: string
}) {
  const { query, total, isTotalExact, category, state } = props
  return (
    <p role="status" className="text-ink-soft">
      {totalText({ total, isTotalExact })} {total === 1 ? 'post' : 'posts'} for “
      <bdi className="text-ink">{query}</bdi>”{category && ` in ${category}`}
      {state && `, ${state}`}
    </p>
  )
}
