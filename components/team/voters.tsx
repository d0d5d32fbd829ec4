'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import { countText } from '@/lib/words/count-text'
import { personAddress } from '@/lib/post/activity'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { useDelayed } from '../ui/use-delayed'
import { fetchVoters, type VoterPage, VotersDialog } from './voters-dialog'
import { VoteOnBehalfDialog } from './vote-on-behalf-dialog'
import { useVotesOnBehalf } from './use-votes'

const shownVoters = 7
/**
 * Milliseconds that a post is open before its voters are loaded, so that people who move on quickly cause no requests.
 */
const pause = 150

export function Voters(props: {
  id: number
  /** A new value each time votes may have changed. */
  version: number
  onChanged: (votesTotal: number) => void
}) {
  const { id, version, onChanged } = props
  const [first, setFirst] = useState<VoterPage>({ items: [], votesTotal: 0, next: null })
  const { items: voters, votesTotal } = first
  const [open, setOpen] = useState<'list' | 'give' | null>(null)
  const { tellGiven } = useVotesOnBehalf(id, onChanged)

  useDelayed(`${id} ${version}`, pause, (signal) =>
    fetchVoters(id, { only: 'counted', max: shownVoters, signal }).then(
      (page) => page && !signal.aborted && setFirst(page),
    ),
  )

  return (
    <section aria-label={t('common.voters')}>
      <h2 className="font-semibold">{t('common.voters')}</h2>
      <div className="mt-2 min-h-6">
        {votesTotal > 0 && (
          <ul className="flex flex-wrap items-center gap-1">
            {voters.map(({ id: person, name, avatar, email }) => {
              const face = (
                <>
                  <Avatar name={name} src={avatar} size="sm" />
                  <span className="sr-only">{name}</span>
                </>
              )
              return (
                <li key={person} title={name} className="flex">
                  {email === null ? <AppLink href={personAddress(person)}>{face}</AppLink> : face}
                </li>
              )
            })}
            {votesTotal > voters.length && (
              <li className="tabular text-xs text-ink-soft">
                {voters.length > 0
                  ? `+${countText(votesTotal - voters.length)}`
                  : t('team.votersDialog.unknown', { count: votesTotal })}
              </li>
            )}
          </ul>
        )}
      </div>
      <p className="-mx-2 mt-1 -mb-2 flex flex-wrap">
        <Button onClick={() => setOpen('list')} look="ghost" className="!px-2 underline underline-offset-2">
          {t('common.whoVoted')}
        </Button>
        <Button onClick={() => setOpen('give')} look="ghost" className="!px-2 underline underline-offset-2">
          {t('common.voteOnBehalf')}
        </Button>
      </p>
      {open === 'list' && (
        <VotersDialog
          id={id}
          onlyAside={false}
          known={{ ...first, next: null }}
          onClose={() => setOpen(null)}
          onChanged={onChanged}
        />
      )}
      {open === 'give' && (
        <VoteOnBehalfDialog
          postId={id}
          onGiven={(given) => {
            setOpen(null)
            tellGiven(given)
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </section>
  )
}
