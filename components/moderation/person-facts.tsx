'use client'

import { useEffect } from 'react'
import type { ListedPerson } from '@/lib/queries/people'
import { useViewer } from '@/lib/session/browser/store'
import { listedPerson, useListedPerson } from './listed-person'
import { loadListedPerson } from './load-listed-person'
import { BlockText, JoinedText, roleNames } from './person-texts'
import { canHaveRole } from './role-menu'

/** What only the team sees of a person on that person's page. */
export function PersonFacts({ id, known }: { id: string; known?: ListedPerson }) {
  const person = useListedPerson(id, known)
  const isAdmin = useViewer()?.role === 'admin'
  useEffect(() => {
    if (known) listedPerson.write(known)
    else void loadListedPerson(id)
  }, [id, known])
  if (!person) return null
  const { email, hasAccount, role, block } = person
  return (
    <p className="flex flex-wrap gap-x-3">
      {email && (
        <a href={`mailto:${email}`} className="inline-block min-h-6 break-all underline underline-offset-2">
          <bdi>{email}</bdi>
        </a>
      )}
      {/* Admins see it in the menu that changes it. */}
      {hasAccount && !(isAdmin && canHaveRole(person)) && <span>{roleNames[role ?? 'member']}</span>}
      {/* Everyone can see when someone joined. */}
      {!hasAccount && (
        <span className="inline-block text-ink-soft first-letter:uppercase">
          <JoinedText {...person} />
        </span>
      )}
      {block && <BlockText {...block} />}
    </p>
  )
}
