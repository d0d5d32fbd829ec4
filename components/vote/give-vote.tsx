'use client'

import { useEffect, useState } from 'react'
import { giveVote } from '@/lib/actions/votes'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPerson } from '@/lib/queries/people'
import { giveVoteSchema } from '@/lib/schemas/vote'
import { useViewer } from '@/lib/session/browser/store'
import { Avatar } from '../ui/avatar'
import { buttonClass } from '../ui/button-class'
import { Dialog } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { useActionForm } from '../ui/use-action-form'

/** Somebody who types is not asked for at every letter. */
const pause = 200

/** Votes for somebody who asked for it elsewhere: whom, and why. */
export function GiveVote(props: {
  postId: number
  onGiven: (person: string, name: string) => void
  onClose: () => void
}) {
  const { postId, onGiven, onClose } = props
  const viewer = useViewer()
  const [typed, setTyped] = useState('')
  const [people, setPeople] = useState<FoundPerson[] | null>(null)
  const [problem, setProblem] = useState('')
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: giveVoteSchema,
    defaultValues: { post: postId, person: '', why: '' },
    action: giveVote,
    onDone: (_, { person }) => onGiven(person, people!.find(({ id }) => id === person)!.name),
  })
  const query = typed.trim()

  useEffect(() => {
    if (query.length < 2) return
    const asking = new AbortController()
    const wait = setTimeout(() => {
      void fetchJson<{ people: FoundPerson[] }>('/api/people', {
        query: { q: query },
        signal: asking.signal,
      }).then(
        (found) => {
          setPeople(found.people)
          setProblem('')
        },
        () => !asking.signal.aborted && setProblem('Nobody could be looked for. Try again.'),
      )
    }, pause)
    return () => {
      clearTimeout(wait)
      asking.abort()
    }
  }, [query])

  const others = (people ?? []).filter(({ id }) => id !== viewer?.id)
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title="Vote for somebody"
      description="It is that person’s own vote: it counts once, and can be taken back."
    >
      <form {...formProps} aria-label="Vote for somebody" className="space-y-4">
        <FormMessage>{message || problem}</FormMessage>
        <Field
          label={viewer?.role === 'admin' ? 'Name or e-mail address' : 'Name'}
          type="search"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            form.setValue('person', '')
          }}
          error={error('person')}
        />
        {query.length >= 2 && people && (
          <fieldset>
            <legend className="sr-only">People</legend>
            <p role="status" className={others.length > 0 ? 'sr-only' : 'text-ink-soft'}>
              {others.length > 0 ? `${others.length} found` : 'Nobody with an account is called so.'}
            </p>
            {others.map(({ id, name, avatar, email }) => (
              <label
                key={id}
                className="flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 hover:bg-sunken has-checked:bg-accent-soft"
              >
                <input type="radio" value={id} {...form.register('person')} />
                <Avatar name={name} src={avatar} size="sm" />
                <span className="min-w-0">
                  <bdi className="break-words">{name}</bdi>
                  {email && <span className="block truncate text-xs text-ink-soft">{email}</span>}
                </span>
              </label>
            ))}
          </fieldset>
        )}
        <Field
          label="Why"
          maxLength={200}
          autoComplete="off"
          hint="Only the team reads it, such as where the person asked."
          error={error('why')}
          {...form.register('why')}
        />
        <div className="flex justify-end gap-2">
          <button type="button" onClick={onClose} className={buttonClass('ghost')}>
            Cancel
          </button>
          <SubmitButton isSending={isSending}>Add vote</SubmitButton>
        </div>
      </form>
    </Dialog>
  )
}
