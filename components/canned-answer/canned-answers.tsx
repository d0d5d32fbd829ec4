'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteCannedAnswer, saveCannedAnswer } from '@/lib/actions/canned-answers'
import { callAction } from '@/lib/browser/call-action'
import type { CannedAnswer } from '@/lib/queries/canned-answers'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/action-result'
import { cannedAnswerNameLimit, cannedAnswerSchema } from '@/lib/schemas/team'
import { Button } from '../ui/button'
import { Dialog, DialogButtons } from '../ui/dialog'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { LengthCount } from '../ui/length-count'
import { useActionForm } from '../ui/use-action-form'

export function CannedAnswers({ answers }: { answers: CannedAnswer[] }) {
  const router = useRouter()
  const [edited, setEdited] = useState<CannedAnswer | 'new' | null>(null)

  async function run(action: () => Promise<ActionResult<unknown>>, done: Parameters<typeof toast>[0]) {
    const result = await callAction(action, { tries: 1 })
    if (result.ok) toast(done)
    else toastProblem(result.message)
    router.refresh()
  }
  const remove = ({ id, name, body }: CannedAnswer) =>
    run(() => deleteCannedAnswer({ id }), {
      title: t('savedReply.list.deleted', { name }),
      duration: undoTime,
      action: {
        label: t('common.undo'),
        run: () =>
          void run(() => saveCannedAnswer({ name, body }), {
            title: t('savedReply.list.restored', { name }),
          }),
      },
    })

  const add = (
    <Button onClick={() => setEdited('new')} look="default">
      <Icon name="plus" />
      {t('savedReply.list.addReply')}
    </Button>
  )

  return (
    <>
      <div className="list-intro lg:max-w-2xl">
        <p>{t('savedReply.list.reusableTextsForThe')}</p>
        {answers.length > 0 && add}
      </div>
      {answers.length > 0 && (
        <ul className="lg:max-w-2xl divide-y divide-line rounded-lg border border-line bg-surface">
          {answers.map((answer) => (
            <li
              key={answer.id}
              id={`canned-answer-${answer.id}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2"
            >
              <div className="min-w-[min(16rem,100%)] flex-1">
                <p dir="auto" className="font-medium break-words">
                  {answer.name}
                </p>
                <p dir="auto" className="line-clamp-3 break-words text-ink-soft">
                  {answer.body}
                </p>
              </div>
              <div className="-mx-3 flex flex-wrap items-center">
                <Button
                  aria-label={t('savedReply.list.edit', { answer: answer.name })}
                  onClick={() => setEdited(answer)}
                  look="ghost"
                >
                  {t('common.edit')}
                </Button>
                <Button
                  aria-label={t('savedReply.list.delete', { answer: answer.name })}
                  onClick={(event) => {
                    focusNear(event.currentTarget)
                    void remove(answer)
                  }}
                  look="ghost"
                >
                  {t('common.delete')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {answers.length === 0 && (
        <div className="lg:max-w-2xl">
          <EmptyState action={add} hint={t('savedReply.list.sample', { name: '{name}' })} />
        </div>
      )}
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('savedReply.list.addReply') : t('savedReply.list.editReply')}
      >
        {edited && (
          <CannedAnswerEditor
            answer={edited === 'new' ? null : edited}
            onCancel={() => setEdited(null)}
            onSaved={() => {
              setEdited(null)
              toast({ title: t('savedReply.list.replySaved') })
              router.refresh()
            }}
          />
        )}
      </Dialog>
    </>
  )
}

const places = ['name', 'title', 'state', 'site'] as const

function CannedAnswerEditor(props: {
  answer: CannedAnswer | null
  onSaved: () => void
  onCancel: () => void
}) {
  const { answer, onSaved, onCancel } = props
  const { form, field, formProps, error, message, isSending } = useActionForm({
    schema: cannedAnswerSchema,
    defaultValues: { id: answer?.id, name: answer?.name ?? '', body: answer?.body ?? '' },
    action: saveCannedAnswer,
    onDone: onSaved,
    tries: answer ? undefined : 1,
  })
  return (
    <form {...formProps} aria-label={t('savedReply.list.savedReply')} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field
        label={t('common.name')}
        autoComplete="off"
        extra={<LengthCount text={form.watch('name')} limit={cannedAnswerNameLimit} />}
        {...field('name')}
      />
      <Field
        label={t('savedReply.list.text')}
        multiline
        rows={6}
        dir="auto"
        error={error('body')}
        hint={
          <>
            <p>{t('savedReply.list.placeholdersFilledInFor')}</p>
            <ul className="mt-1 space-y-0.5">
              {places.map((place) => (
                <li key={place}>
                  <code className="text-ink">{`{${place}}`}</code> {t(`savedReply.placeholders.${place}`)}
                </li>
              ))}
            </ul>
          </>
        }
        {...form.register('body')}
      />
      <DialogButtons onCancel={onCancel} isSending={isSending}>
        {answer ? t('common.save') : t('common.add')}
      </DialogButtons>
    </form>
  )
}
