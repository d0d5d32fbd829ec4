import { toast } from '../ui/toast-store'
import type { Outcome } from './intent-outcome'

const readingTime = 10_000

export function showIntentOutcome({ said, path, link, href = path }: Outcome, title?: string): void {
  const description = (
    <>
      {said}{' '}
      {link && (
        // A plain link, so that it can lead to a comment on this very page.
        <a href={href} className="font-medium text-accent-ink underline underline-offset-2">
          {link}
        </a>
      )}
    </>
  )
  toast({ title, description, duration: readingTime })
}
