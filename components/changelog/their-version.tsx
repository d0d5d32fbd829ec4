import { t } from '@/lib/words/t'
import { FormMessage } from '../ui/form-message'

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

export function ChangedMeanwhile() {
  return (
    <FormMessage>
      <p className="font-semibold">{t('changelog.entryEditor.changedMeanwhile')}</p>
      <p className="mt-1">{t('changelog.entryEditor.saveToReplace')}</p>
    </FormMessage>
  )
}
