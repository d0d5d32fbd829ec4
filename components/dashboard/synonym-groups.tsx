'use client'

import { useRouter } from 'next/navigation'
import { deleteSynonyms, saveSynonyms } from '@/lib/actions/search-words'
import { callAction } from '@/lib/browser/call-action'
import type { Synonyms } from '@/lib/queries/search-words'
import { synonymsSchema } from '@/lib/schemas/search-words'
import { buttonClass } from '../ui/button-class'
import { Field } from '../ui/field'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

/** Words that mean the same to a search, group by group. */
export function SynonymGroups({ groups }: { groups: Synonyms[] }) {
  const router = useRouter()

  async function remove({ id, words }: Synonyms, button: HTMLElement) {
    focusNear(button)
    const result = await callAction(() => deleteSynonyms({ id }))
    if (!result.ok) return toast({ variant: 'destructive', title: result.message })
    router.refresh()
    toast({
      title: 'The words are deleted.',
      action: {
        label: 'Undo',
        run: () =>
          void callAction(() => saveSynonyms({ words: words.join(', ') })).then(() => router.refresh()),
      },
    })
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
      <SynonymForm label="New group" onSaved={() => router.refresh()} />
      <ul className="mt-4 space-y-2">
        {groups.map((group) => (
          <li key={`${group.id} ${group.words.join()}`} className="flex items-end gap-2">
            <div className="flex-1">
              <SynonymForm
                group={group}
                label={`Group of ${group.words[0]}`}
                hidesLabel
                onSaved={() => router.refresh()}
              />
            </div>
            <button
              type="button"
              aria-label={`Delete the group of ${group.words[0]}`}
              onClick={(event) => remove(group, event.currentTarget)}
              className={buttonClass('ghost', 'h-10')}
            >
              Delete
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SynonymForm(props: { group?: Synonyms; label: string; hidesLabel?: boolean; onSaved: () => void }) {
  const { group, label, hidesLabel, onSaved } = props
  const { form, formProps, error, message, isSending } = useActionForm({
    schema: synonymsSchema,
    defaultValues: { id: group?.id, words: group?.words.join(', ') ?? '' },
    action: saveSynonyms,
    onDone: () => {
      if (!group) form.setValue('words', '')
      toast({ title: 'The words are saved.' })
      onSaved()
    },
    tries: 1,
  })
  return (
    <form {...formProps} aria-label={label} className="flex items-end gap-2">
      <div className="flex-1">
        <Field
          label={label}
          hidesLabel={hidesLabel}
          placeholder="night mode, dark mode"
          autoComplete="off"
          error={error('words')}
          {...form.register('words')}
        />
        <FormMessage>{message}</FormMessage>
      </div>
      <SubmitButton isSending={isSending} look="outline" className="h-10">
        {group ? 'Save' : 'Add'}
      </SubmitButton>
    </form>
  )
}
