'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { deleteCannedAnswer, saveCannedAnswer } from '@/lib/actions/canned-answers'
import { callAction } from '@/lib/browser/call-action'
import type { CannedAnswer } from '@/lib/queries/canned-answers'
import { type ActionResult, undoTime } from '@/lib/schemas/action-result'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'
import { CannedAnswerEditor } from './canned-answer-editor'

/** What the team says often, and what can be done about it. */
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
      title: `“${name}” is deleted.`,
      duration: undoTime,
      action: {
        label: 'Undo',
        run: () => void run(() => saveCannedAnswer({ name, body }), { title: `“${name}” is back.` }),
      },
    })

  return (
    <section aria-labelledby="canned-answers">
      <h2 id="canned-answers" className="font-semibold">
        Canned answers
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        Texts that the team chooses where it replies, comments or writes a public note. They are filled in
        first, and can be changed before they are sent.
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
                <button
                  type="button"
                  aria-label={`Edit ${answer.name}`}
                  onClick={() => setEdited(answer)}
                  className={buttonClass('ghost')}
                >
                  Edit
                </button>
                <button
                  type="button"
                  aria-label={`Delete ${answer.name}`}
                  onClick={(event) => {
                    focusNear(event.currentTarget)
                    void remove(answer)
                  }}
                  className={buttonClass('ghost')}
                >
                  Delete
                </button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <button type="button" onClick={() => setEdited('new')} className={buttonClass('outline')}>
        Add an answer
      </button>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add an answer' : 'Edit the answer'}
      >
        {edited && (
          <CannedAnswerEditor
            answer={edited === 'new' ? null : edited}
            onSaved={() => {
              setEdited(null)
              toast({ title: 'The answer is saved.' })
              router.refresh()
            }}
          />
        )}
      </Dialog>
    </section>
  )
}
