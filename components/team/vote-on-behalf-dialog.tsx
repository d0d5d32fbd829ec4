'use client'

import { t } from '@/lib/words/t'
import { useEffect, useEffectEvent, useState } from 'react'
import { useController } from 'react-hook-form'
import { giveVote } from '@/lib/actions/votes'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { FoundPerson } from '@/lib/queries/people'
import { giveVoteSchema } from '@/lib/schemas/team'
import { useViewer } from '@/lib/session/browser/store'
import { AddressText } from '../ui/address-text'
import { Avatar } from '../ui/avatar'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'
import { useDelayed } from '../ui/use-delayed'
import type { Given } from './use-votes'

/** How long to wait after the last key, in milliseconds, before searching. */
const pause = 200

const choiceClass =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-md px-2 py-1 hover:bg-sunken has-checked:bg-accent-soft'

/** Votes for someone who asked for it elsewhere: who, by account or by address, and why. */
export function VoteOnBehalfDialog(props: {
  postId: number
  onGiven: (given: Given) => void
  onClose: () => void
}) {
  const { postId, onGiven, onClose } = props
  const viewer = useViewer()
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ query: string; people: FoundPerson[] } | null>(null)
  const [problem, setProblem] = useState('')
  const { form, field, formProps, error, message, isSending } = useActionForm({
    schema: giveVoteSchema,
    defaultValues: { post: postId, voter: '', why: '' },
    action: giveVote,
    onDone: ({ person, votesTotal }, { voter }) =>
      onGiven({ person, votesTotal, name: found?.people.find(({ id }) => id === voter)?.name ?? voter }),
  })
  // An error of the choice moves the focus to the search, which comes before it.
  const {
    field: { ref: searchRef, value: voter, onChange: setVoter },
  } = useController({ control: form.control, name: 'voter' })
  const query = typed.trim()
  const isAddress = giveVoteSchema.shape.voter.safeParse(query).success && query.includes('@')

  useDelayed(query, pause, async (signal) => {
    if (query.length < 2) return
    const asked = { q: query, only: 'voters' }
    await fetchJson<{ people: FoundPerson[] }>('/api/people', { query: asked, signal }).then(
      ({ people }) => {
        setFound({ query, people })
        setProblem('')
      },
      () => !signal.aborted && setProblem(t('team.voteOnBehalfDialog.searchIsntRespondingTry')),
    )
  })

  const others = (found?.people ?? []).filter(({ id }) => id !== viewer?.id)
  // Only the database knows whose address it is: moderators can't read addresses, and it may be part of another
  // person's.
  const isOffered = isAddress && !others.some(({ email }) => email?.toLowerCase() === query.toLowerCase())
  const ids = [...others.map(({ id }) => id), ...(isOffered ? [query] : [])]
  // Whoever types a whole address has chosen, unless someone else is found as well.
  const chosen = isAddress && found?.query === query && ids.length === 1 ? ids[0]! : null
  const choose = useEffectEvent(() => chosen && setVoter(chosen))
  useEffect(() => void choose(), [chosen])
  const choice = (value: string) => ({
    name: 'voter',
    value,
    checked: value === voter,
    onChange: () => setVoter(value),
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('common.voteOnBehalf')}
      description={t('team.voteOnBehalfDialog.countsAsThatPersons')}
    >
      <form {...formProps} aria-label={t('common.voteOnBehalf')} className="space-y-4">
        <FormMessage>{message || problem}</FormMessage>
        <Field
          label={t('team.voteOnBehalfDialog.nameOrEmailAddress')}
          type="search"
          autoComplete="off"
          spellCheck={false}
          ref={searchRef}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value)
            setVoter('')
          }}
          error={error('voter')}
        />
        {query.length >= 2 && found && (
          <fieldset className="min-w-0">
            <legend className="sr-only">{t('common.people')}</legend>
            <p
              role="status"
              className={others.length > 0 || found.query !== query ? 'sr-only' : 'mb-2 text-ink-soft'}
            >
              {found.query !== query
                ? ''
                : others.length > 0
                  ? t('team.voteOnBehalfDialog.found', { count: others.length })
                  : isAddress
                    ? t('team.voteOnBehalfDialog.theVoteBelongsTo')
                    : t('team.voteOnBehalfDialog.noAccountHasThat')}
            </p>
            {others.map(({ id, name, avatar, email }) => (
              <label key={id} className={choiceClass}>
                <input type="radio" {...choice(id)} />
                <Avatar name={name} src={avatar} size="sm" />
                <span className="min-w-0">
                  <bdi className="break-words">{name}</bdi>
                  {email && (
                    <span dir="auto" className="block truncate text-xs text-ink-soft">
                      {email}
                    </span>
                  )}
                </span>
              </label>
            ))}
            {isOffered && (
              <label className={choiceClass}>
                <input type="radio" {...choice(query)} />
                <bdi className="min-w-0 break-words text-balance">
                  <AddressText>{query}</AddressText>
                </bdi>
              </label>
            )}
          </fieldset>
        )}
        <Field
          label={t('team.voteOnBehalfDialog.why')}
          maxLength={200}
          autoComplete="off"
          hint={t('team.voteOnBehalfDialog.onlyTheTeamCan')}
          {...field('why')}
        />
        <DialogButtons onCancel={onClose} isSending={isSending}>
          {t('team.voteOnBehalfDialog.addVote')}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
