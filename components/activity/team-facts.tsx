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
    <div className="team-only min-h-6">
      {(isOfTeam || props.known) && (
        <Suspense>
          <PersonFacts {...props} />
        </Suspense>
      )}
    </div>
  )
}

export function TeamControls({ className, ...props }: Props & { className: string }) {
  const isOfTeam = isTeam(useViewer())
  return (
    <div className={`team-only ${className}`}>
      {isOfTeam && (
        <Suspense>
          <PersonControls {...props} />
        </Suspense>
      )}
    </div>
  )
}
