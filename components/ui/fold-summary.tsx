import type { ReactNode } from 'react'
import { Icon } from './icon'

/** The line of a `<details>` with the class `group` that opens it. */
export function FoldSummary({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <summary
      className={`flex min-h-6 cursor-pointer items-center gap-1.5 rounded-md pointer-coarse:min-h-11 [&::-webkit-details-marker]:hidden ${className}`}
    >
      <Icon
        name="down"
        className="icon -rotate-90 text-ink-soft group-open:rotate-0 rtl:rotate-90 rtl:group-open:rotate-0"
      />
      {children}
    </summary>
  )
}
