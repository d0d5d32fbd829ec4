'use client'

import { useEffect } from 'react'
import { getListedPerson } from '@/lib/actions/moderation'
import { callAction } from '@/lib/browser/call-action'
import { useStore } from '@/lib/browser/create-store'
import { listedPerson } from './listed-person'
import { BlockText, JoinedText, roleNames } from './person-texts'

/** What only the team sees of a person on that person's page. */
export function PersonFacts({ id }: { id: string }) {
  const person = useStore(listedPerson, (listed) => (listed?.id === id ? listed : null))
  useEffect(() => {
    // The page is useful without it.
    void callAction(() => getListedPerson({ id })).then(
      (result) => result.ok && listedPerson.write(result.data),
    )
  }, [id])
  if (!person) return null
  const { email, hasAccount, role, block } = person
  return (
    <p className="flex flex-wrap gap-x-3">
      {email && (
        <a href={`mailto:${email}`} className="inline-block min-h-6 break-all underline underline-offset-2">
          <bdi>{email}</bdi>
        </a>
      )}
      {role && <span>{roleNames[role]}</span>}
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
