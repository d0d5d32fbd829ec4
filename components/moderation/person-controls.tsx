'use client'

import { useRouter } from 'next/navigation'
import type { ListedPerson } from '@/lib/queries/people'
import { useViewer } from '@/lib/session/browser/store'
import { buttonClass } from '../ui/button-class'
import { useListedPerson } from './listed-person'
import { loadListedPerson } from './load-listed-person'
import { PersonMenu } from './person-menu'
import { canHaveRole, RoleMenu } from './role-menu'

/** What the list of people has in a person's row, on that person's page. */
export function PersonControls({ id, known }: { id: string; known?: ListedPerson }) {
  const router = useRouter()
  const person = useListedPerson(id, known)
  const isAdmin = useViewer()?.role === 'admin'
  if (!person) return null

  function refresh() {
    void loadListedPerson(id)
    router.refresh()
  }
  return (
    <>
      {isAdmin && canHaveRole(person) && (
        <RoleMenu person={person} onChanged={refresh} className={buttonClass('outline', '!px-2.5')} />
      )}
      <div className="-me-2 empty:hidden">
        <PersonMenu person={person} onChanged={refresh} />
      </div>
    </>
  )
}
