'use client'

import { useEffect, useState } from 'react'
import { useVotesAside } from '../moderation/use-votes-aside'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { askVoters, type VoterPage } from './ask-voters'
import { useGivenVotes } from './use-given-votes'
import { VoterRow } from './voter-row'

type Shown = VoterPage & { status: 'loading' | 'failed' | 'ready' }

/** Who voted for a post, the newest vote first, who of the team gave a vote, what stands out, and whether it counts. */
export function VotersDialog(props: {
  id: number
  onlyAside: boolean
  onClose: () => void
  onChanged: (votesTotal: number) => void
}) {
  const { id, onlyAside, onClose, onChanged } = props
  const [{ items, next, status }, setShown] = useState<Shown>({ items: [], next: null, status: 'loading' })
  const [version, setVersion] = useState(0)
  const { set, isSending } = useVotesAside(id, (votesTotal, people) => {
    setShown((shown) => ({
      ...shown,
      items: shown.items.map((voter) =>
        people.includes(voter.id) ? { ...voter, isSetAside: !voter.isSetAside } : voter,
      ),
    }))
    onChanged(votesTotal)
  })
  const { take } = useGivenVotes(id, (votesTotal) => {
    setVersion((before) => before + 1)
    onChanged(votesTotal)
  })

  async function load(after?: string) {
    const page = await askVoters(id, { onlyAside, after })
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
    void askVoters(id, { onlyAside }).then((page) => {
      if (isStale) return
      setShown(page ? { ...page, status: 'ready' } : { items: [], next: null, status: 'failed' })
    })
    return () => {
      isStale = true
    }
  }, [id, onlyAside, version])

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
              onTake={() => void take(voter)}
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
