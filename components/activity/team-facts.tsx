'use client'

import { Suspense } from 'react'
import type { ListedPerson } from '@/lib/queries/people'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { lazyPart } from '../ui/lazy-part'

const PersonFacts = lazyPart(() => import('../moderation/person-facts'), 'PersonFacts')
const PersonControls = lazyPart(() => import('../moderation/person-controls'), 'PersonControls')

type Props = {
  id: string
  /** If it came with the page. Pages that are the same for everyone load it later, and reserve its space. */
  known?: ListedPerson
}

export function TeamFacts(props: Props) {
  const isOfTeam = isTeam(useViewer())
  return (
    <div className="team-facts team-only">
      {(isOfTeam || props.known) && (
        <Suspense>
          <PersonFacts {...props} />
        </Suspense>
      )}
    </div>
  )
}

export function TeamControls(props: Props) {
  const isOfTeam = isTeam(useViewer())
  return (
    <div className="team-controls team-only">
      {isOfTeam && (
        <Suspense>
          <PersonControls {...props} />
        </Suspense>
      )}
    </div>
  )
}
