'use client'

import { buttonClass } from '../ui/button-class'
import { copyText } from '../ui/copy-text'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'

/** A secret, the one time that it can be seen. */
export function WebhookSecret({ secret, onClose }: { secret: string | null; onClose: () => void }) {
  return (
    <Dialog
      open={secret !== null}
      onClose={onClose}
      title="The secret of the webhook"
      description="The receiver checks with it that requests come from here. It is not shown again."
    >
      <Field
        label="Secret"
        value={secret ?? ''}
        readOnly
        dir="ltr"
        spellCheck={false}
        className="font-mono"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="mt-4 flex justify-end gap-2">
        <button type="button" onClick={onClose} className={buttonClass('outline')}>
          Done
        </button>
        <button type="button" onClick={() => copyText(secret ?? '', 'The secret')} className={buttonClass()}>
          Copy
        </button>
      </div>
    </Dialog>
  )
}
