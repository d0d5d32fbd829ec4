'use client'

import { Suspense } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { isTeam } from '@/lib/session/is-team'
import { lazyPart } from '../ui/lazy-part'

const PersonFacts = lazyPart(() => import('../moderation/person-facts'), 'PersonFacts')

/** For the team. Its line is reserved, because the page is the same for everyone. */
export function TeamFacts({ id }: { id: string }) {
  const isOfTeam = isTeam(useViewer())
  return (
    <div className="team-only min-h-6">
      {isOfTeam && (
        <Suspense>
          <PersonFacts id={id} />
        </Suspense>
      )}
    </div>
  )
}
