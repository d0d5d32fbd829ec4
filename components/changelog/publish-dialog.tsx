'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import type { publishEntry } from '@/lib/actions/changelog'
import { publishSchema } from '@/lib/schemas/changelog'
import { countOf } from '@/lib/text/count-text'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import type { Publishing } from './team-entries'

const choiceClass = 'flex min-h-9 items-center gap-2 pointer-coarse:min-h-11'

/** Publishes now or at a time of the site's time zone, and says who is told. */
export function PublishDialog(props: {
  id: number
  revision: number
  open: number
  publishing: Publishing
  publish: typeof publishEntry
  onClose: () => void
}) {
  const { id, revision, open, publishing, publish, onClose } = props
  const router = useRouter()
  const [isLater, setLater] = useState(false)
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: publishSchema,
    defaultValues: { id, seenRevision: revision, at: null, tells: true, completes: open > 0 },
    action: publish,
    onDone: ({ isPublished, slug }) => {
      toast({ title: isPublished ? 'Entry published.' : 'Entry scheduled.' })
      onClose()
      router.push(isPublished ? `/changelog/${encodeURIComponent(slug)}` : '/dashboard/changelog')
    },
  })

  function choose(later: boolean) {
    setLater(later)
    form.setValue('at', later ? '' : null)
  }

  return (
    <Dialog onClose={onClose} title="Publish entry">
      <form {...formProps} aria-label="Publish entry" className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <fieldset>
          <legend className="sr-only">When</legend>
          <label className={choiceClass}>
            <input type="radio" name="when" checked={!isLater} onChange={() => choose(false)} />
            Now
          </label>
          <label className={choiceClass}>
            <input type="radio" name="when" checked={isLater} onChange={() => choose(true)} />
            Schedule
          </label>
        </fieldset>
        {isLater && (
          <Field
            label="Day and time"
            type="datetime-local"
            hint={`Time zone: ${publishing.timeZone}. Change it in the site settings.`}
            {...field('at')}
          />
        )}
        <div>
          <label className={choiceClass}>
            <input type="checkbox" {...form.register('tells')} />
            Notify followers of its posts and {countOf(publishing.subscribers, 'subscriber')}
          </label>
          {open > 0 && (
            <label className={choiceClass}>
              <input type="checkbox" {...form.register('completes')} />
              Move {countOf(open, 'linked post')} to Completed now
            </label>
          )}
        </div>
        <DialogButtons isSending={isSending} onCancel={onClose}>
          {isLater ? 'Schedule' : 'Publish'}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
