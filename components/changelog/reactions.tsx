'use client'

import { t } from '@/lib/words/t'
import { useEffect } from 'react'
import { type Reaction, reactions } from '@/lib/post/changelog'
import { useSession } from '@/lib/session/browser/store'
import { ToolIcon } from '../ui/icon'
import { learnReaction, react, useReaction } from './reaction-store'

type Counts = Record<Reaction, number>

/** One of a few reactions, shown as pressed if it is the person's own. Pressing it again removes it. */
export function Reactions({ entry, title, counts }: { entry: number; title: string; counts: Counts }) {
  const { viewer } = useSession()
  const { mine, counts: known } = useReaction(entry)
  const viewerId = viewer?.id

  useEffect(() => {
    if (viewerId) learnReaction(entry, viewerId)
  }, [entry, viewerId])

  return (
    <div
      role="group"
      aria-label={t('changelog.reactions.to', { title })}
      className="changelog-reactions no-print script-only"
    >
      {(Object.keys(reactions) as Reaction[]).map((kind) => {
        const count = (known ?? counts)[kind]
        const path = reactions[kind]
        return (
          <button
            key={kind}
            type="button"
            aria-pressed={mine === kind}
            aria-label={t(`changelog.reactions.${kind}`) + t('common.comma') + count}
            onClick={() => react(entry, mine === kind ? null : kind)}
          >
            <ToolIcon path={path} />
            {count > 0 && <span aria-hidden="true">{count}</span>}
          </button>
        )
      })}
    </div>
  )
}
