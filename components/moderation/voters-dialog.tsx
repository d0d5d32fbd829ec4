'use client'

import { useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { Voter } from '@/lib/queries/signals'
import { PersonName } from '../account/person-name'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { RelativeTime } from '../ui/relative-time'
import { useVotesAside } from './use-votes-aside'

type Page = { items: Voter[]; next: string | null }
type Shown = Page & { status: 'loading' | 'failed' | 'ready' }

/** Who voted for a post, the newest vote first, what stands out about each, and whether the vote counts. */
export function VotersDialog(props: {
  id: number
  onlyAside: boolean
  onClose: () => void
  onChanged: (votesTotal: number) => void
}) {
  const { id, onlyAside, onClose, onChanged } = props
  const [{ items, next, status }, setShown] = useState<Shown>({ items: [], next: null, status: 'loading' })
  const { set, isSending } = useVotesAside(id, (votesTotal, people) => {
    setShown((shown) => ({
      ...shown,
      items: shown.items.map((voter) =>
        people.includes(voter.id) ? { ...voter, isSetAside: !voter.isSetAside } : voter,
      ),
    }))
    onChanged(votesTotal)
  })

  async function load(after?: string) {
    const page = await ask(id, onlyAside, after)
    setShown((shown) =>
      page
        ? { items: after ? [...shown.items, ...page.items] : page.items, next: page.next, status: 'ready' }
        : { ...shown, status: 'failed' },
    )
  }
  function loadMore() {
    setShown((shown) => ({ ...shown, status: 'loading' }))
    void load(next ?? undefined)
  }
  useEffect(() => {
    let isStale = false
    void ask(id, onlyAside).then((page) => {
      if (isStale) return
      setShown(page ? { ...page, status: 'ready' } : { items: [], next: null, status: 'failed' })
    })
    return () => {
      isStale = true
    }
  }, [id, onlyAside])

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={onlyAside ? 'Votes that are set aside' : 'Who voted'}
      description="A vote that is set aside stays, and does not count."
    >
      {items.length > 0 && (
        <ul aria-label="Voters" className="divide-y divide-line">
          {items.map((voter) => (
            <VoterRow
              key={voter.id}
              voter={voter}
              isSending={isSending}
              onSet={(wanted) => void set({ wanted, people: [voter.id] })}
            />
          ))}
        </ul>
      )}
      {status === 'ready' && items.length === 0 && <p className="text-ink-soft">Nothing here yet...</p>}
      {status === 'failed' && <p role="alert">The votes could not be loaded.</p>}
      {status === 'loading' && (
        <p role="status" className="py-2 text-ink-soft">
          Loading...
        </p>
      )}
      {(status === 'failed' || (status === 'ready' && next)) && (
        <button type="button" onClick={loadMore} className={buttonClass('outline', 'mt-2 w-full')}>
          {status === 'failed' ? 'Try again' : 'Load more'}
        </button>
      )}
    </Dialog>
  )
}

function VoterRow(props: { voter: Voter; isSending: boolean; onSet: (wanted: boolean) => void }) {
  const { voter, isSending, onSet } = props
  const { name, avatar, isTeam, votedAt, isYoung, inBurst, networkVotes, isBlocked, isSetAside } = voter
  const marks = [
    isBlocked && 'blocked',
    isSetAside && 'set aside',
    isYoung && 'new account',
    inBurst && 'in a burst',
    networkVotes > 1 && `one of ${networkVotes} from a network`,
  ].filter((mark) => typeof mark === 'string')
  return (
    <li className="flex items-center gap-2 py-2">
      <Avatar name={name} src={avatar} size="sm" />
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <PersonName name={name} isTeam={isTeam} />
        </p>
        <p className="text-xs text-ink-soft">
          <RelativeTime iso={votedAt} />
          {marks.length > 0 && `, ${marks.join(', ')}`}
        </p>
      </div>
      <button
        type="button"
        disabled={isSending}
        aria-label={isSetAside ? `Count the vote of ${name} again` : `Set the vote of ${name} aside`}
        onClick={() => onSet(!isSetAside)}
        className={buttonClass('ghost')}
      >
        {isSetAside ? 'Count again' : 'Set aside'}
      </button>
    </li>
  )
}

/** Null where it cannot be had. */
const ask = (post: number, onlyAside: boolean, after?: string): Promise<Page | null> =>
  fetchJson<Page>('/api/voters', {
    query: { post, after, aside: onlyAside ? 'only' : undefined },
  }).catch(() => null)
