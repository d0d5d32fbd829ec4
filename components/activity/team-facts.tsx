'use client'

import { useEffect, useState } from 'react'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPerson } from '@/lib/queries/people'
import { useViewer } from '@/lib/session/browser/store'

/** The email address of a person, for admins. Its line is reserved, because the page is the same for everyone. */
export function PersonAddress({ id }: { id: string }) {
  const isAdmin = useViewer()?.role === 'admin'
  const [email, setEmail] = useState<string | null>(null)
  useEffect(() => {
    if (isAdmin)
      void fetchJson<{ people: FoundPerson[] }>('/api/people', { query: { q: id } }).then(
        ({ people }) => setEmail(people.find((person) => person.id === id)?.email ?? null),
        // The page is useful without it.
        () => {},
      )
  }, [id, isAdmin])
  return (
    <p className="team-only admin-only min-h-6">
      {email && (
        <a href={`mailto:${email}`} className="inline-block min-h-6 break-all underline underline-offset-2">
          <bdi>{email}</bdi>
        </a>
      )}
    </p>
  )
}
