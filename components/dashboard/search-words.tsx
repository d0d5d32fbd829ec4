'use client'

import { commaList } from '@/lib/words/list-text'
import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { deleteSynonyms, forgetSearchMiss, saveSynonyms } from '@/lib/actions/search-words'
import { callAction } from '@/lib/browser/call-action'
import type { listSearchMisses, Synonyms } from '@/lib/queries/search'
import { synonymsSchema } from '@/lib/schemas/search-words'
import { ActionMenu } from '../ui/action-menu'
import { Button, ButtonLink } from '../ui/button'
import { Field } from '../ui/field'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast, toastProblem } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { AppLink } from '../ui/app-link'
import { EmptyState } from '../ui/empty-state'
import { RelativeTime } from '../ui/relative-time'
import { NoPostsYet } from './empty-board'

const groupsAtFirst = 10
const menuOf = (id: number) => document.querySelector<HTMLElement>(`#synonyms-${id} button`)

export function SynonymGroups({ groups, start }: { groups: Synonyms[]; start: string }) {
  const router = useRouter()
  const [changing, setChanging] = useState<number | null>(null)
  const [isWhole, setWhole] = useState(groups.length <= groupsAtFirst + 2)

  async function remove({ id, words }: Synonyms) {
    focusNear(menuOf(id))
    const result = await callAction(() => deleteSynonyms({ id }))
    if (!result.ok) return toastProblem(result.message)
    router.refresh()
    toast({
      title: t('dashboard.searchWords.synonymsDeleted'),
      action: { label: t('common.undo'), run: () => void putBack(words) },
    })
  }
  async function putBack(words: string[]) {
    const result = await callAction(() => saveSynonyms({ words: words.join(', ') }), { tries: 1 })
    if (!result.ok) toastProblem(result.message)
    router.refresh()
  }
  function endChange(id: number) {
    setChanging(null)
    // Wait until the field is shown again.
    requestAnimationFrame(() => menuOf(id)?.focus())
  }

  return (
    <section aria-labelledby="synonyms">
      <h2 id="synonyms" className="font-semibold">
        {t('dashboard.searchWords.synonyms')}
      </h2>
      <p className="mb-3 text-ink-soft">{t('dashboard.searchWords.searchingForOneTerm')}</p>
      <SynonymForm key={start} start={start} label={t('dashboard.searchWords.newGroup')} />
      <ul className="mt-4 divide-y divide-line rounded-lg border border-line bg-surface">
        {(isWhole ? groups : groups.slice(0, groupsAtFirst)).map((group) => (
          <li key={group.id} id={`synonyms-${group.id}`} className="px-4 py-1.5 pointer-coarse:py-0.5">
            {changing === group.id ? (
              <SynonymForm
                group={group}
                label={t('dashboard.searchWords.groupWith', { word: group.words[0]! })}
                onClose={() => endChange(group.id)}
              />
            ) : (
              <div className="-me-2.5 flex flex-wrap items-center justify-end gap-x-2">
                <p dir="auto" className="min-w-0 flex-1 basis-32 break-words">
                  {commaList(group.words)}
                </p>
                <ActionMenu
                  label={`${t('common.more')}: ${group.words[0]!}`}
                  items={[
                    ['edit', t('common.edit')],
                    ['delete', t('common.delete')],
                  ]}
                  onChoose={(act) => (act === 'edit' ? setChanging(group.id) : void remove(group))}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      {!isWhole && (
        <Button
          look="outline"
          className="mt-3"
          onClick={({ currentTarget }) => {
            focusNear(currentTarget)
            setWhole(true)
          }}
        >
          {t('dashboard.searchWords.showAllGroups', { count: groups.length })}
        </Button>
      )}
    </section>
  )
}

function SynonymForm(props: { group?: Synonyms; start?: string; label: string; onClose?: () => void }) {
  const { group, start, label, onClose } = props
  const router = useRouter()
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: synonymsSchema,
    defaultValues: { id: group?.id, words: group?.words.join(', ') ?? (start ? `${start}, ` : '') },
    action: saveSynonyms,
    clears: group ? [] : ['words'],
    onDone: () => {
      toast({ title: t('dashboard.searchWords.synonymsSaved') })
      onClose?.()
      router.refresh()
    },
    tries: 1,
  })
  const isOpened = Boolean(group ?? start)
  useEffect(() => {
    if (isOpened) form.setFocus('words')
  }, [isOpened, form])

  return (
    // Its field and its buttons receive the key.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form
      {...formProps}
      aria-label={label}
      onKeyDown={({ key }) => key === 'Escape' && onClose?.()}
      className="@container space-y-2"
    >
      <FormMessage>{message}</FormMessage>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-2 @max-[12rem]:grid-cols-1">
        <Field
          label={label}
          placeholder={t('dashboard.searchWords.nightModeDarkMode')}
          autoComplete="off"
          {...field('words')}
        />
        {/* Beside the field, under its label. */}
        <div className="flex flex-wrap items-start gap-2 pt-[1.5625rem] @max-[12rem]:pt-0">
          <SubmitButton isSending={isSending} look="outline">
            {group ? t('common.save') : t('common.add')}
          </SubmitButton>
          {onClose && (
            <Button onClick={onClose} look="ghost">
              {t('common.cancel')}
            </Button>
          )}
        </div>
      </div>
    </form>
  )
}

type Miss = Awaited<ReturnType<typeof listSearchMisses>>[number]

export function SearchMisses({ misses, isBoardEmpty }: { misses: Miss[]; isBoardEmpty: boolean }) {
  const [gone, setGone] = useState<string[]>([])
  const Empty = isBoardEmpty ? NoPostsYet : EmptyState
  const shown = misses.filter(({ words }) => !gone.includes(words))

  async function forget(words: string, button: HTMLElement) {
    focusNear(button)
    setGone((before) => [...before, words])
    const result = await callAction(() => forgetSearchMiss({ words }))
    if (result.ok) return
    setGone((before) => before.filter((one) => one !== words))
    toastProblem(result.message)
  }

  return (
    <section aria-labelledby="search-misses">
      <h2 id="search-misses" className="mb-2 font-semibold">
        {t('dashboard.searchWords.noResults')}
      </h2>
      {shown.length === 0 ? (
        <Empty hint={t('insight.panels.whatIsMissed')} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {shown.map(({ words, times, lastAt }) => (
            <li key={words} className="flex flex-wrap items-center gap-x-1 px-4 py-2">
              <div className="me-1 min-w-0 flex-1 max-sm:basis-full">
                <AppLink
                  href={`/search?${new URLSearchParams({ q: words })}`}
                  dir="auto"
                  className="block truncate font-medium hover:underline"
                >
                  {words}
                </AppLink>
                <p className="text-ink-soft">
                  {t('dashboard.searchWords.countSearches', { times })} · <RelativeTime iso={lastAt} />
                </p>
              </div>
              <div className="flex flex-wrap gap-x-1 max-sm:-ms-3">
                <ButtonLink
                  href={`/dashboard/search?${new URLSearchParams({ words })}`}
                  aria-label={t('dashboard.searchWords.addSynonymFor', { words })}
                  look="ghost"
                  className="text-start"
                >
                  {t('dashboard.searchWords.addSynonym')}
                </ButtonLink>
                <Button
                  aria-label={t('dashboard.searchWords.dismissNamed', { words })}
                  onClick={(event) => forget(words, event.currentTarget)}
                  look="ghost"
                >
                  {t('dashboard.searchWords.dismiss')}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
