'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteCannedAnswer, saveCannedAnswer } from '@/lib/actions/canned-answers'
import { callAction } from '@/lib/browser/call-action'
import type { CannedAnswer } from '@/lib/queries/canned-answers'
import type { ActionResult } from '@/lib/schemas/action-result'
import { undoTime } from '@/lib/schemas/action-result'
import { cannedAnswerSchema } from '@/lib/schemas/team'
import { Button } from '../ui/button'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
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
      title: `Deleted “${name}”.`,
      duration: undoTime,
      action: {
        label: 'Undo',
        run: () => void run(() => saveCannedAnswer({ name, body }), { title: `Restored “${name}”.` }),
      },
    })

  return (
    <section aria-labelledby="canned-answers">
      <h2 id="canned-answers" className="font-semibold">
        Saved replies
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        Reusable texts for the team&apos;s replies, comments and public notes. You can edit them before
        posting.
      </p>
      {answers.length > 0 && (
        <ul className="mb-4 divide-y divide-line rounded-lg border border-line bg-surface">
          {answers.map((answer) => (
            <li
              key={answer.id}
              id={`canned-answer-${answer.id}`}
              className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2"
            >
              <div className="min-w-[min(10rem,100%)] flex-1">
                <p dir="auto" className="font-medium break-words">
                  {answer.name}
                </p>
                <p dir="auto" className="line-clamp-2 break-words text-ink-soft">
                  {answer.body}
                </p>
              </div>
              <div className="-mx-2 flex flex-wrap items-center">
                <Button aria-label={`Edit ${answer.name}`} onClick={() => setEdited(answer)} look="ghost">
                  Edit
                </Button>
                <Button
                  aria-label={`Delete ${answer.name}`}
                  onClick={(event) => {
                    focusNear(event.currentTarget)
                    void remove(answer)
                  }}
                  look="ghost"
                >
                  Delete
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button onClick={() => setEdited('new')}>Add reply</Button>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add reply' : 'Edit reply'}
      >
        {edited && (
          <CannedAnswerEditor
            answer={edited === 'new' ? null : edited}
            onSaved={() => {
              setEdited(null)
              toast({ title: 'Reply saved.' })
              router.refresh()
            }}
          />
        )}
      </Dialog>
    </section>
  )
}

const places = [
  ['{name}', "the author's first name"],
  ['{title}', "the post's title"],
  ['{state}', "the post's state"],
  ['{site}', "the site's name"],
] as const

function CannedAnswerEditor(props: { answer: CannedAnswer | null; onSaved: () => void }) {
  const { answer, onSaved } = props
  const { form, field, formProps, error, message, isSending } = useActionForm({
    schema: cannedAnswerSchema,
    defaultValues: { id: answer?.id, name: answer?.name ?? '', body: answer?.body ?? '' },
    action: saveCannedAnswer,
    onDone: onSaved,
    tries: answer ? undefined : 1,
  })
  return (
    <form {...formProps} aria-label="Saved reply" className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Field label="Name" autoComplete="off" {...field('name')} />
      <Field
        label="Text"
        multiline
        rows={6}
        dir="auto"
        error={error('body')}
        hint={
          <>
            <p>Placeholders, filled in for each post:</p>
            <ul className="mt-1 space-y-0.5">
              {places.map(([place, meaning]) => (
                <li key={place}>
                  <code className="text-ink">{place}</code> {meaning}
                </li>
              ))}
            </ul>
          </>
        }
        {...form.register('body')}
      />
      <div className="flex justify-end">
        <SubmitButton isSending={isSending}>{answer ? 'Save' : 'Add'}</SubmitButton>
      </div>
    </form>
  )
}
