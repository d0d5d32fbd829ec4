'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { deleteSynonyms, saveSynonyms } from '@/lib/actions/search-words'
import { callAction } from '@/lib/browser/call-action'
import type { Synonyms } from '@/lib/queries/search'
import { synonymsSchema } from '@/lib/schemas/search-words'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

/** Words that mean the same to a search, group by group. */
export function SynonymGroups({ groups }: { groups: Synonyms[] }) {
  const router = useRouter()
  const [changing, setChanging] = useState<number | null>(null)

  async function remove({ id, words }: Synonyms, button: HTMLElement) {
    focusNear(button)
    const result = await callAction(() => deleteSynonyms({ id }))
    if (!result.ok) return toastProblem(result.message)
    router.refresh()
    toast({ title: 'The words are deleted.', action: { label: 'Undo', run: () => void putBack(words) } })
  }
  async function putBack(words: string[]) {
    const result = await callAction(() => saveSynonyms({ words: words.join(', ') }), { tries: 1 })
    if (!result.ok) toastProblem(result.message)
    router.refresh()
  }
  function showSaved() {
    setChanging(null)
    router.refresh()
  }

  return (
    <section aria-labelledby="synonyms">
      <h2 id="synonyms" className="font-semibold">
        Words that mean the same
      </h2>
      <p className="mb-3 text-ink-soft">
        A search for one of them finds the others as well. Up to four words in a row, with commas between
        them.
      </p>
      <SynonymForm label="New group" onSaved={showSaved} />
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {groups.map((group) => (
          <li key={group.id} className="px-3 py-2">
            {changing === group.id ? (
              <SynonymForm group={group} label={`Group of ${group.words[0]}`} onSaved={showSaved} />
            ) : (
              <div className="flex flex-wrap items-center gap-x-1">
                <p dir="auto" className="min-w-[min(8rem,100%)] flex-1 break-words">
                  {group.words.join(', ')}
                </p>
                <button
                  type="button"
                  aria-label={`Change the group of ${group.words[0]}`}
                  onClick={() => setChanging(group.id)}
                  className={buttonClass('ghost')}
                >
                  Change
                </button>
                <button
                  type="button"
                  aria-label={`Delete the group of ${group.words[0]}`}
                  onClick={(event) => remove(group, event.currentTarget)}
                  className={buttonClass('ghost')}
                >
                  Delete
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function SynonymForm(props: { group?: Synonyms; label: string; onSaved: () => void }) {
  const { group, label, onSaved } = props
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: synonymsSchema,
    defaultValues: { id: group?.id, words: group?.words.join(', ') ?? '' },
    action: saveSynonyms,
    clears: group ? [] : ['words'],
    onDone: () => {
      toast({ title: 'The words are saved.' })
      onSaved()
    },
    tries: 1,
  })
  const isOpened = !!group
  useEffect(() => {
    if (isOpened) form.setFocus('words')
  }, [isOpened, form])

  return (
    <form {...formProps} aria-label={label} className="space-y-2">
      <Field
        label={label}
        placeholder="night mode, dark mode"
        autoComplete="off"
        error={error('words')}
        {...form.register('words')}
      />
      <FormMessage>{message}</FormMessage>
      <SubmitButton isSending={isSending} look="outline">
        {group ? 'Save' : 'Add'}
      </SubmitButton>
    </form>
  )
}
