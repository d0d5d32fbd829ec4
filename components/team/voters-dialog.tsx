'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { useEffect, useRef, useState } from 'react'
import type { Voter } from '@/lib/queries/signals'
import { countText } from '@/lib/words/count-text'
import { fetchJson } from '@/lib/browser/fetch-json'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { PersonName } from '../person/person-name'
import { AddressText } from '../ui/address-text'
import { Avatar } from '../ui/avatar'
import { RelativeTime } from '../ui/relative-time'
import { useVotesAside, useVotesOnBehalf } from './use-votes'

type Shown = VoterPage & { status: 'loading' | 'failed' | 'ready' }

export function VotersDialog(props: {
  id: number
  onlyAside: boolean
  /** What is already known of the list, shown while it loads. */
  known?: VoterPage
  onClose: () => void
  onChanged: (votesTotal: number) => void
}) {
  const { id, onlyAside, known = nothing, onClose, onChanged } = props
  const only = onlyAside ? 'aside' : undefined
  const [{ items, votesTotal, next, status }, setShown] = useState<Shown>({ ...known, status: 'loading' })
  const [version, setVersion] = useState(0)
  const { set, isSending } = useVotesAside(id, (votesTotal, people) => {
    setShown((shown) => ({
      ...shown,
      votesTotal,
      items: shown.items.map((voter) =>
        people.includes(voter.id) ? { ...voter, isSetAside: !voter.isSetAside } : voter,
      ),
    }))
    onChanged(votesTotal)
  })
  const { take, isTaking } = useVotesOnBehalf(id, (votesTotal, taken) => {
    // Later pages stay as they were loaded. A vote that was added again is the newest, which the first page shows.
    if (taken)
      setShown((shown) => ({
        ...shown,
        votesTotal,
        items: shown.items.filter((voter) => voter.id !== taken),
      }))
    else {
      setShown((shown) => ({ ...shown, status: 'loading' }))
      setVersion((before) => before + 1)
    }
    onChanged(votesTotal)
  })

  const counted = items.filter(({ isBlocked, isSetAside }) => !isBlocked && !isSetAside).length
  const unknown = status === 'ready' && !next && !onlyAside ? votesTotal - counted : 0

  /** Identifies the first page shown, so that a page that continues an older one is ignored. */
  const beginning = useRef(0)
  async function loadMore() {
    const mine = beginning.current
    setShown((shown) => ({ ...shown, status: 'loading' }))
    const page = await fetchVoters(id, { only, after: next ?? undefined })
    if (mine !== beginning.current) return
    setShown((shown) =>
      page
        ? { ...page, items: next ? [...shown.items, ...page.items] : page.items, status: 'ready' }
        : { ...shown, status: 'failed' },
    )
  }
  useEffect(() => {
    const mine = ++beginning.current
    void fetchVoters(id, { only }).then((page) => {
      if (mine !== beginning.current) return
      setShown(page ? { ...page, status: 'ready' } : { ...nothing, status: 'failed' })
    })
  }, [id, only, version])

  return (
    <Dialog
      onClose={onClose}
      title={
        onlyAside ? (
          t('team.votersDialog.excludedVotes')
        ) : (
          <>
            {t('common.whoVoted')}{' '}
            {votesTotal > 0 && (
              <span className="tabular font-normal text-ink-soft">{countText(votesTotal)}</span>
            )}
          </>
        )
      }
      description={items.length > 0 && t('team.votersDialog.excludedVotesStayListed')}
      size="rows"
    >
      {/* A row fades out at the dialog's end. The last one stops above that. */}
      <div className="-mx-2 -mb-(--edge) min-h-30 flex-1 overflow-y-auto overscroll-contain mask-[linear-gradient(to_top,transparent,#000_var(--fade))] px-2 pb-(--fade) [--fade:calc(2*var(--edge))]">
        {items.length > 0 && (
          <ul aria-label={t('common.voters')} className="@container divide-y divide-line">
            {items.map((voter) => (
              <VoterRow
                key={voter.id}
                voter={voter}
                isSending={isSending || isTaking}
                onSet={(wanted) => void set({ wanted, people: [voter.id] })}
                onTake={() => void take(voter)}
              />
            ))}
          </ul>
        )}
        {unknown > 0 && (
          <p className="py-2 text-ink-soft">{t('team.votersDialog.unknown', { count: unknown })}</p>
        )}
        {status === 'ready' && items.length === 0 && unknown === 0 && (
          <p className="text-ink-soft">{t('common.nothingHereYet')}</p>
        )}
        {status === 'failed' && <p role="alert">{t('team.votersDialog.theVotesCouldntBe')}</p>}
        {status === 'loading' && (
          <p role="status" className="py-2 text-ink-soft">
            {t('common.loading')}
          </p>
        )}
        {(status === 'failed' || (status === 'ready' && next)) && (
          <Button onClick={() => void loadMore()} className="mt-2 w-full">
            {status === 'failed' ? t('common.tryAgain') : t('common.loadMore')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function VoterRow(props: {
  voter: Voter
  isSending: boolean
  onSet: (wanted: boolean) => void
  onTake: () => void
}) {
  const { voter, isSending, onSet, onTake } = props
  const {
    id,
    name,
    email,
    avatar,
    isTeam,
    votedAt,
    isYoung,
    inBurst,
    networkVotes,
    isBlocked,
    isSetAside,
    given,
  } = voter
  const marks = [
    isBlocked && t('team.votersDialog.blocked'),
    isSetAside && t('team.votersDialog.excluded'),
    isYoung && t('team.votersDialog.newAccount'),
    inBurst && t('team.votersDialog.inABurst'),
    networkVotes > 1 && t('team.votersDialog.oneOfFromA', { networkVotes }),
  ].filter((mark) => typeof mark === 'string')
  return (
    <li className="flex flex-wrap items-center gap-x-2 py-2">
      <Avatar name={name} src={avatar} size="sm" />
      <div className="min-w-0 flex-1 basis-20">
        <p dir="auto" className="break-words">
          {email === null ? (
            <PersonName id={id} name={name} isTeam={isTeam} />
          ) : (
            <AddressText>{name}</AddressText>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          <RelativeTime iso={votedAt} />
          {marks.length > 0 && commaList(['', ...marks])}
        </p>
      </div>
      <Button
        disabled={isSending}
        aria-label={
          isSetAside
            ? t('team.votersDialog.countTheVoteFrom', { name })
            : t('team.votersDialog.excludeTheVoteFrom', { name })
        }
        onClick={() => onSet(!isSetAside)}
        look="ghost"
        className="!px-2 -me-2 ms-auto"
      >
        {isSetAside ? t('common.countAgain') : t('common.exclude')}
      </Button>
      {given && (
        <div className="flex basis-full items-center gap-2 ps-8">
          <p className="min-w-0 flex-1 text-xs break-words text-ink-soft">
            {rich('team.votersDialog.addedBy', { by: given.by, b: (text) => <bdi>{text}</bdi> })}:{' '}
            <bdi>{given.why}</bdi>
          </p>
          <Button
            disabled={isSending}
            aria-label={t('team.votersDialog.removeTheVoteFor', { name })}
            onClick={onTake}
            look="ghost"
            className="!px-2 -me-2"
          >
            {t('common.remove')}
          </Button>
        </div>
      )}
    </li>
  )
}

/** `votesTotal`: how many votes count. */
export type VoterPage = { items: Voter[]; votesTotal: number; next: string | null }

const nothing: VoterPage = { items: [], votesTotal: 0, next: null }

/** A page of who voted for a post, newest vote first; null if it can't be loaded. */
export const fetchVoters = (
  post: number,
  options: { only?: 'aside' | 'counted'; after?: string; max?: number; signal?: AbortSignal } = {},
): Promise<VoterPage | null> => {
  const { signal, ...query } = options
  return fetchJson<VoterPage>('/api/voters', {
    query: { post, ...query },
    signal,
  }).catch(() => null)
}
