import { t } from '@/lib/words/t'

/** What someone else saved in the meantime. */
export function TheirVersion({ title, body }: { title: string; body: string }) {
  return (
    <section
      aria-label={t('changelog.entryEditor.theirVersion')}
      className="rounded-md border border-line bg-sunken p-3"
    >
      <p dir="auto" className="font-semibold">
        {title}
      </p>
      <pre dir="auto" className="mt-2 font-sans whitespace-pre-wrap">
        {body}
      </pre>
    </section>
  )
}
