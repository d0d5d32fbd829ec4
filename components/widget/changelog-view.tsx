'use client'

import { t } from '@/lib/words/t'
import { type ReactNode, useEffect } from 'react'
import { useViewer } from '@/lib/session/browser/store'
import { ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { markSeen } from '../changelog/seen-entries'

export function ChangelogView(props: { newest: string | undefined; hasMore: boolean; children: ReactNode }) {
  const { newest, hasMore, children } = props
  const viewerId = useViewer()?.id
  useEffect(() => {
    if (newest) void markSeen(newest)
  }, [newest, viewerId])
  return (
    <div className="widget-changelog">
      <h1 className="sr-only">{t('common.changelog')}</h1>
      {!newest && <EmptyState>{t('changelog.entryList.nothingYet')}</EmptyState>}
      {children}
      {hasMore && <ButtonLink href="/changelog">{t('common.loadMore')}</ButtonLink>}
    </div>
  )
}
