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
    <div className="rounded-lg border border-dashed border-line px-4 py-10 text-center text-ink-soft">
      <div className={hint ? 'font-medium text-ink' : undefined}>{children}</div>
      {hint && <p className="mx-auto mt-1 max-w-prose text-balance">{hint}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
