import { t } from '@/lib/words/t'
import type { ReactNode } from 'react'

/** Says that a list is empty. `hint` says what will be there, `action` is the next step, as a button. */
export function EmptyState({
  children = t('common.nothingHereYet'),
  hint,
  action,
}: {
  children?: ReactNode
  hint?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="empty-state">
      <div className={hint ? 'has-hint' : undefined}>{children}</div>
      {hint && <p>{hint}</p>}
      {action && <div>{action}</div>}
    </div>
  )
}
