'use client'

import { t } from '@/lib/words/t'
import { useState } from 'react'
import type { Voter } from '@/lib/queries/signals'
import { personAddress } from '@/lib/post/activity'
import { AppLink } from '../ui/app-link'
import { Avatar } from '../ui/avatar'
import { Button } from '../ui/button'
import { useDelayed } from '../ui/use-delayed'
import { fetchVoters, VotersDialog } from './voters-dialog'
import { VoteOnBehalfDialog } from './vote-on-behalf-dialog'
import { useVotesOnBehalf } from './use-votes'

const shownVoters = 12
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
  const [voters, setVoters] = useState<Voter[]>([])
  const [open, setOpen] = useState<'list' | 'give' | null>(null)
  const { tellGiven } = useVotesOnBehalf(id, onChanged)

  useDelayed(`${id} ${version}`, pause, (signal) =>
    fetchVoters(id, { only: 'counted', max: shownVoters, signal }).then(
      (page) => page && !signal.aborted && setVoters(page.items),
    ),
  )

  return (
    <section aria-label={t('common.voters')}>
      <h2 className="font-semibold">{t('common.voters')}</h2>
      {voters.length > 0 && (
        <ul className="mt-2 flex flex-wrap items-center gap-1">
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
        </ul>
      )}
      <p className="mt-1 -ms-2 flex flex-wrap sm:-ms-3">
        <Button onClick={() => setOpen('list')} look="ghost">
          {t('common.whoVoted')}
        </Button>
        <Button onClick={() => setOpen('give')} look="ghost">
          {t('common.voteOnBehalf')}
        </Button>
      </p>
      {open === 'list' && (
        <VotersDialog id={id} onlyAside={false} onClose={() => setOpen(null)} onChanged={onChanged} />
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
