'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { getAudience } from '@/lib/actions/dashboard'
import type { publishEntry } from '@/lib/actions/changelog'
import { callAction } from '@/lib/browser/call-action'
import { publishSchema } from '@/lib/schemas/changelog'
import { useStateNames } from '../state/post-state'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import type { Publishing } from './team-entries'
import { fieldTime, tomorrowMorning } from '@/lib/text/zoned-time'

const choiceClass = 'flex min-h-9 items-center gap-2 pointer-coarse:min-h-11'

/** What was chosen when the entry was scheduled. */
export type Schedule = { at: string; tells: boolean; completes: boolean }

/** Publishes now or at a time in the site's time zone, and says who is notified. */
export function PublishDialog(props: {
  id: number
  revision: number
  /** The linked posts. */
  posts: number[]
  open: number
  schedule: Schedule | null
  publishing: Publishing
  publish: typeof publishEntry
  onClose: () => void
}) {
  const { id, revision, open, schedule, publishing, publish, onClose } = props
  const planned = schedule && fieldTime(schedule.at, publishing.timeZone)
  const stateNames = useStateNames()
  const router = useRouter()
  const [isLater, setLater] = useState(schedule !== null)
  const [posts] = useState(props.posts)
  const [followers, setFollowers] = useState(0)
  const hasPosts = posts.length > 0
  const title = t(schedule ? 'changelog.publishDialog.changeSchedule' : 'changelog.publishDialog.title')

  useEffect(() => {
    if (posts.length > 0)
      void callAction(() => getAudience({ ids: posts })).then(
        (result) => result.ok && setFollowers(result.data.people),
      )
  }, [posts])

  const { form, field, formProps, message, isSending } = useActionForm({
    schema: publishSchema,
    defaultValues: {
      id,
      seenRevision: revision,
      at: planned,
      tells: schedule?.tells ?? true,
      completes: schedule?.completes ?? open > 0,
    },
    action: publish,
    onDone: ({ isPublished, slug }) => {
      toast({
        title: isPublished ? t('changelog.publishDialog.published') : t('changelog.publishDialog.scheduled'),
      })
      onClose()
      router.push(isPublished ? `/changelog/${encodeURIComponent(slug)}` : '/dashboard/changelog')
    },
  })

  function choose(later: boolean) {
    setLater(later)
    form.setValue('at', later ? (planned ?? tomorrowMorning(publishing.timeZone)) : null)
  }

  return (
    <Dialog onClose={onClose} title={title}>
      <form {...formProps} aria-label={title} className="space-y-4">
        <FormMessage>{message}</FormMessage>
        <fieldset>
          <legend className="sr-only">{t('changelog.publishDialog.when')}</legend>
          <label className={choiceClass}>
            <input type="radio" name="when" checked={!isLater} onChange={() => choose(false)} />
            {t('changelog.publishDialog.now')}
          </label>
          <label className={choiceClass}>
            <input type="radio" name="when" checked={isLater} onChange={() => choose(true)} />
            {t('changelog.publishDialog.schedule')}
          </label>
        </fieldset>
        {isLater && (
          <Field
            label={t('changelog.publishDialog.dayAndTime')}
            type="datetime-local"
            hint={t('changelog.publishDialog.timeZone', { timeZone: publishing.timeZone })}
            {...field('at')}
          />
        )}
        <div>
          {(hasPosts || publishing.subscribers > 0) && (
            <label className={choiceClass}>
              <input type="checkbox" {...form.register('tells')} />
              {followers > 0
                ? t('changelog.publishDialog.notifyFollowers', { followers, count: publishing.subscribers })
                : t('changelog.publishDialog.notify', { hasPosts, count: publishing.subscribers })}
            </label>
          )}
          {open > 0 && (
            <label className={choiceClass}>
              <input type="checkbox" {...form.register('completes')} />
              {t('changelog.publishDialog.complete', { count: open, state: stateNames.completed })}
            </label>
          )}
        </div>
        <DialogButtons isSending={isSending} onCancel={onClose}>
          {isLater
            ? t(schedule ? 'common.save' : 'changelog.publishDialog.schedule')
            : t('changelog.publishDialog.publish')}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
