'use client'

import type { Mentionable } from '@/lib/queries/mentionable'
import { PersonName } from '../ui/person-name'
import { Avatar } from '../ui/avatar'

/** Who is meant by a name in the text that several people have. */
export function SameNameHint({ twins }: { twins: Mentionable[] }) {
  return (
    <div aria-live="polite">
      {twins.length > 0 && (
        <ul aria-label="Who is meant" className="grid grid-cols-1 gap-2 px-3 pb-2 text-xs text-ink-soft">
          {twins.map(({ id, name, avatar, isTeam, about }) => (
            <li key={id} className="flex items-center gap-2">
              <Avatar name={name} src={avatar} size="sm" />
              <div className="min-w-0">
                <PersonName name={name} isTeam={isTeam} />
                <p dir="auto" className="truncate">
                  {about?.deed}
                </p>
                <p className="truncate">{about?.since}</p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
