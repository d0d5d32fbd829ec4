'use client'

import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { copyText } from '../ui/copy-text'
import { Field } from '../ui/field'

/** Lines to paste elsewhere, with a button that copies them. */
export function ToCopy({ label, value, hint }: { label: string; value: string; hint?: string }) {
  return (
    <div>
      <div className="flex flex-col gap-2 sm:flex-row sm:items-end">
        <div className="min-w-0 flex-1">
          <Field
            label={label}
            value={value}
            readOnly
            multiline
            rows={1}
            dir="ltr"
            spellCheck={false}
            className="block resize-none overflow-x-auto field-sizing-content font-mono max-sm:text-sm max-sm:wrap-anywhere sm:whitespace-pre !py-[calc((2.75rem-2px-1lh)/2)] md:pointer-fine:!py-1.5"
            onFocus={(event) => event.currentTarget.select()}
          />
        </div>
        <Button aria-label={t('apiKey.list.copyNamed', { label })} onClick={() => copyText(value, label)}>
          {t('apiKey.list.copy')}
        </Button>
      </div>
      {hint && <p className="mt-1 text-ink-soft">{hint}</p>}
    </div>
  )
}
