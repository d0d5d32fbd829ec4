import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'

/** Shows a secret, which is only possible once; closed while there is none. */
export function SecretDialog(props: {
  title: string
  description: string
  label: string
  secret: string | null
  onClose: () => void
}) {
  const { title, description, label, secret, onClose } = props
  return (
    <Dialog open={secret !== null} onClose={onClose} title={title} description={description}>
      <Field
        label={label}
        value={secret ?? ''}
        readOnly
        multiline
        rows={2}
        dir="ltr"
        spellCheck={false}
        className="block resize-none field-sizing-content font-mono break-all"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>{t('apiKey.list.done')}</Button>
        <Button onClick={() => copyText(secret ?? '', label)} look="default">
          {t('apiKey.list.copy')}
        </Button>
      </div>
    </Dialog>
  )
}
