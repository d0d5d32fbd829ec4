'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { type ReactNode, useState } from 'react'
import { deleteEntry, notifyAgain, publishEntry, unpublishEntry } from '@/lib/actions/changelog'
import { callAction } from '@/lib/browser/call-action'
import type { EntryState } from '@/lib/post/changelog'
import type { EditedEntry } from '@/lib/queries/changelog-team'
import type { ActionResult } from '@/lib/schemas/action-result'
import { Button, ButtonLink } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { PublishDialog, type Schedule } from './publish-dialog'
import { EntryStateBadge, type Publishing } from './team-entries'
import { zonedTime } from '@/lib/text/zoned-time'

type Act = 'unpublish' | 'cancel' | 'notify' | 'delete'

const acts: Record<Act, { question: string; detail: string; done: string; act?: string }> = {
  unpublish: texts({
    question: 'changelog.entryPublishing.unpublishQuestion',
    detail: 'changelog.entryPublishing.unpublishDetail',
    done: 'changelog.entryPublishing.unpublished',
    act: 'changelog.entryPublishing.unpublishNow',
  }),
  cancel: texts({
    question: 'changelog.entryPublishing.cancelQuestion',
    detail: 'changelog.entryPublishing.cancelDetail',
    done: 'changelog.entryPublishing.canceled',
  }),
  notify: texts({
    question: 'changelog.entryPublishing.notifyQuestion',
    detail: 'changelog.entryPublishing.notifyDetail',
    done: 'changelog.entryPublishing.notified',
    act: 'changelog.entryPublishing.notifyNow',
  }),
  delete: texts({
    question: 'changelog.entryPublishing.deleteQuestion',
    detail: 'changelog.entryPublishing.deleteDetail',
    done: 'changelog.entryPublishing.deleted',
    act: 'common.delete',
  }),
}

const columnsClass = 'grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))]'

export function EntryPublishing(props: {
  id: number | null
  state: EntryState
  entry: EditedEntry | null
  /** When the entry was last saved, or that it isn't. */
  status: string
  /** The linked posts. */
  posts: number[]
  /** How many linked posts aren't completed. */
  open: number
  publishing: Publishing
  /** Saves what is typed, and returns the revision to publish. */
  save: () => Promise<number | undefined>
  children: ReactNode
}) {
  const { id, state, entry, status, posts, open, publishing, save, children } = props
  const schedule: Schedule | null = entry?.publishAt
    ? { at: entry.publishAt, tells: entry.tells, completes: entry.completes }
    : null
  const router = useRouter()
  const [asked, setAsked] = useState<Act | null>(null)
  const [revision, setRevision] = useState<number | null>(null)
  const [problem, setProblem] = useState('')

  const run: Record<Act, () => Promise<ActionResult<null>>> = {
    unpublish: () => unpublishEntry({ id: id! }),
    cancel: () => unpublishEntry({ id: id! }),
    notify: () => notifyAgain({ id: id! }),
    delete: () => deleteEntry({ id: id! }),
  }

  async function act(name: Act) {
    setAsked(null)
    setProblem('')
    const result = await callAction(run[name], { tries: name === 'notify' ? 1 : undefined })
    if (!result.ok) return setProblem(result.message)
    toast({ title: acts[name].done })
    if (name === 'delete') router.push('/dashboard/changelog')
    router.refresh()
  }

  const publish = publishing.mayPublish && (
    <Button
      look={state === 'draft' ? 'default' : 'outline'}
      className={state === 'draft' ? 'md:col-span-full' : 'col-span-full'}
      onClick={async () => setRevision((await save()) ?? null)}
    >
      {t(
        state === 'scheduled'
          ? 'changelog.entryPublishing.changeSchedule'
          : 'changelog.entryPublishing.publish',
      )}
    </Button>
  )

  return (
    <section
      aria-labelledby="publishing"
      className="contents md:block md:space-y-3 md:rounded-lg md:border md:border-line md:bg-surface md:p-4"
    >
      {/* On phones, the badge is beside the title of the page. */}
      <div className="flex min-h-6 items-center justify-end gap-3 max-md:-my-4 md:justify-between">
        <h2 id="publishing" className="font-semibold max-md:hidden">
          <EntryStateBadge state={state} />
        </h2>
        <p role="status" className="min-w-0 text-end text-xs text-ink-soft">
          {status}
        </p>
      </div>
      {schedule && <p className="text-ink-soft">{zonedTime(schedule.at, publishing.timeZone)}</p>}
      <FormMessage>{problem}</FormMessage>
      <div className={`contents md:grid md:gap-2 ${columnsClass}`}>
        {/* On phones, these stay in sight at the lower edge. */}
        <div
          className={`sticky bottom-0 z-[1] -mx-4 max-md:order-last @max-[14rem]:static grid gap-2 border-t border-line bg-page px-4 py-3 empty:hidden md:contents ${columnsClass}`}
        >
          {state === 'draft' && publish}
          {children}
        </div>
        {/* On phones, these are below the labels and posts. */}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-2 empty:hidden max-md:order-1 md:contents">
          {id !== null && (
            <ButtonLink
              href={`/dashboard/changelog/preview?id=${id}`}
              className={state === 'published' ? 'col-span-full' : 'max-md:col-span-full'}
            >
              {t('common.openPreview')}
            </ButtonLink>
          )}
          {publishing.mayPublish && state === 'published' && (
            <Button look="ghost" onClick={() => setAsked('notify')}>
              {t('changelog.entryPublishing.notifyAgain')}
            </Button>
          )}
          {state === 'scheduled' && publish}
          {publishing.mayPublish && state === 'scheduled' && (
            <Button className="col-span-full" onClick={() => setAsked('cancel')}>
              {t('changelog.entryPublishing.cancelSchedule')}
            </Button>
          )}
          {publishing.mayPublish && state === 'published' && (
            <Button look="ghost" onClick={() => setAsked('unpublish')}>
              {t('changelog.entryPublishing.unpublish')}
            </Button>
          )}
          {id !== null && (state === 'draft' || (publishing.mayPublish && state === 'scheduled')) && (
            <Button look="ghost" className="col-span-full" onClick={() => setAsked('delete')}>
              {t('changelog.entryPublishing.delete')}
            </Button>
          )}
        </div>
      </div>
      {!publishing.mayPublish && (
        <p className="text-ink-soft">{t('changelog.entryPublishing.adminPublishes')}</p>
      )}
      {asked && (
        <ConfirmDialog
          open
          isHarmless={asked === 'notify'}
          question={acts[asked].question}
          detail={acts[asked].detail}
          act={acts[asked].act}
          onAnswer={(yes) => (yes ? void act(asked) : setAsked(null))}
        />
      )}
      {id !== null && revision !== null && (
        <PublishDialog
          {...{ id, revision, posts, open, schedule, publishing }}
          publish={publishEntry}
          onClose={() => setRevision(null)}
        />
      )}
    </section>
  )
}

const saveNames = {
  draft: 'changelog.entryEditor.saveDraft',
  scheduled: 'common.save',
  published: 'changelog.entryEditor.saveChanges',
} as const

/** Saves what is typed. */
export function SaveEntry(props: {
  id: number | null
  form: string
  isSending: boolean
  state: EntryState
  /** Whether saving replaces what someone else saved. */
  replaces: boolean
}) {
  const { id, form, isSending, state, replaces } = props
  return (
    <SubmitButton
      form={form}
      isSending={isSending}
      look={state === 'draft' ? 'outline' : 'default'}
      className={id === null || state === 'published' ? 'md:col-span-full' : undefined}
    >
      {t(replaces ? 'changelog.entryEditor.saveMine' : saveNames[state])}
    </SubmitButton>
  )
}
