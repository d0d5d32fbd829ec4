'use client'

import { useSearchParams } from 'next/navigation'
import { type ComponentProps, useState } from 'react'
import { EntryEditor } from './entry-editor'

/** One editor per entry. The editor of a new entry stays when the entry gets its id and the page is refreshed. */
export function EditorOfEntry(props: Omit<ComponentProps<typeof EntryEditor>, 'onCreated'>) {
  const asked = useSearchParams().get('id')
  const [shown, setShown] = useState({ asked, id: asked, count: 0 })
  if (asked !== shown.asked) {
    setShown({ asked, id: asked, count: asked === shown.id ? shown.count : shown.count + 1 })
  }
  const noteId = (id: number) => setShown((now) => ({ ...now, id: String(id) }))
  return <EntryEditor key={shown.count} {...props} onCreated={noteId} />
}
