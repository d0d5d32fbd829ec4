'use client'

import { useEffect, useState } from 'react'
import { getListedPerson } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import type { ListedPerson } from '@/lib/queries/people'
import { BlockText, JoinedText } from './person-texts'

/** What only the team sees of a person on that person's page. */
export function PersonFacts({ id }: { id: string }) {
  const [person, setPerson] = useState<ListedPerson | null>(null)
  useEffect(() => {
    // The page is useful without it.
    void callAction(() => getListedPerson({ id })).then((result) => result.ok && setPerson(result.data))
  }, [id])
  if (!person) return null
  const { email, hasAccount, block } = person
  return (
    <p className="flex flex-wrap gap-x-3">
      {email && (
        <a href={`mailto:${email}`} className="inline-block min-h-6 break-all underline underline-offset-2">
          <bdi>{email}</bdi>
        </a>
      )}
      {/* Everyone can see when someone joined. */}
      {!hasAccount && (
        <span className="text-ink-soft">
          <JoinedText {...person} />
        </span>
      )}
      {block && <BlockText {...block} />}
    </p>
  )
}
