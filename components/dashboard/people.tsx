'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { type PeopleChoice, peopleChoices } from '@/lib/post/dashboard-choices'
import type { ListedPerson } from '@/lib/queries/people'
import { AppLink } from '../ui/app-link'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Icon } from '../ui/icon'
import { inputClass } from '../ui/input-class'
import { focusNear } from '../ui/focus-near'
import { rich } from '../ui/rich'
import { useChecksBeforeHydration } from '../ui/use-checks-before-hydration'
import { BlockDialog } from '../moderation/block-dialog'
import { unblock } from '../moderation/unblock'
import { FilterLinks, NextPage } from './list-links'
import { PersonRow } from './person-row'

function addressOf(query: string, choice: PeopleChoice, after?: string): string {
  const parameters = new URLSearchParams({
    ...(query && { q: query }),
    ...(choice !== 'all' && { only: choice }),
    ...(after && { after }),
  })
  return parameters.size > 0 ? `/dashboard/people?${parameters}` : '/dashboard/people'
}

const columnsClass = 'md:grid-cols-[minmax(0,1fr)_13rem_7rem_1.75rem]'
const headClass = 'text-xs font-medium max-md:hidden'

export function People(props: {
  query: string
  choice: PeopleChoice
  people: ListedPerson[]
  next: string | null
  /** Only admins can change roles. */
  givesRoles: boolean
}) {
  const { query, choice, people, next, givesRoles } = props
  const router = useRouter()
  const only = people.find(({ id }) => id === query)
  const found = only ? (only.email ?? only.name) : query
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [blocking, setBlocking] = useState<{ id: string; name: string }[] | null>(null)
  const list = useRef<HTMLDivElement>(null)
  useChecksBeforeHydration(list)
  const links = Object.entries(peopleChoices).map(([key, name]) => ({
    name,
    href: addressOf(query, key as PeopleChoice),
    isCurrent: key === choice,
  }))
  const choosable = people.filter(({ role }) => !role)
  const picked = choosable.filter(({ id }) => chosen.has(id))
  const blocked = picked.filter(({ block }) => block)

  const choose = (ids: string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before)
      for (const id of ids) {
        if (isChosen) after.add(id)
        else after.delete(id)
      }
      return after
    })
  function refresh() {
    setChosen(new Set())
    router.refresh()
  }

  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <form
          role="search"
          action="/dashboard/people"
          className="relative min-w-0 flex-1 basis-56 sm:max-w-80"
        >
          <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-ink-soft">
            <Icon name="search" />
          </span>
          {choice !== 'all' && <input type="hidden" name="only" value={choice} />}
          <input
            key={found}
            type="search"
            name="q"
            aria-label={t('dashboard.people.searchPeople')}
            placeholder={
              givesRoles ? t('dashboard.people.nameOrEmail') : t('dashboard.people.nameOrFullEmail')
            }
            autoComplete="off"
            enterKeyHint="search"
            maxLength={200}
            defaultValue={found}
            className={`${inputClass} w-full ps-8`}
          />
        </form>
        <FilterLinks label={t('common.show')} links={links} />
      </div>
      {givesRoles && !query && choice !== 'blocked' && (
        <p className="mb-4 max-w-prose text-ink-soft">
          {rich('dashboard.people.invite', {
            a: (text) => (
              <AppLink key="team" href="/dashboard/settings/team" className="underline underline-offset-2">
                {text}
              </AppLink>
            ),
          })}
        </p>
      )}
      {people.length === 0 ? (
        <EmptyState
          action={
            (query || choice !== 'all') && (
              <ButtonLink href="/dashboard/people">{t('common.clearFilters')}</ButtonLink>
            )
          }
        >
          {choice === 'blocked' && !query ? (
            t('dashboard.people.noOneIsBlocked')
          ) : query || choice !== 'all' ? (
            <bdi>{t('dashboard.people.noOneMatches', { text: query, hasText: query !== '' })}</bdi>
          ) : undefined}
        </EmptyState>
      ) : (
        <div ref={list} className="@container overflow-clip rounded-lg border border-line bg-surface">
          <section
            aria-label={t('dashboard.people.selectedPeople')}
            // Where text is large, the header doesn't stay in view.
            className={`top-14 z-[2] grid min-h-12 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line bg-sunken px-[min(1rem,4vw)] py-1.5 text-ink-soft max-sm:top-[clamp(0rem,(100vw-18rem)*999,3.5rem)] @max-[12rem]:grid-cols-1 sm:sticky ${picked.length > 0 ? 'max-sm:sticky' : ''} ${columnsClass}`}
          >
            <div className="flex items-center">
              <label className="flex min-h-9 items-center gap-3 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  className="size-4 accent-accent"
                  checked={choosable.length > 0 && picked.length === choosable.length}
                  ref={(box) => {
                    if (box) box.indeterminate = picked.length > 0 && picked.length < choosable.length
                  }}
                  disabled={choosable.length === 0}
                  onChange={({ currentTarget }) =>
                    choose(
                      choosable.map(({ id }) => id),
                      currentTarget.checked,
                    )
                  }
                />
                {picked.length > 0 ? (
                  t('dashboard.people.selected', { count: picked.length })
                ) : (
                  <span className="md:sr-only">{t('dashboard.people.selectAllOnThis')}</span>
                )}
              </label>
              {picked.length === 0 && (
                // Screen readers don't need these headings, because each row says what it shows.
                <span aria-hidden="true" className={`ms-14 ${headClass}`}>
                  {t('dashboard.people.person')}
                </span>
              )}
            </div>
            {picked.length > 0 ? (
              <div className="col-start-2 -col-end-1 flex flex-wrap justify-end gap-x-2 gap-y-1 @max-[12rem]:col-start-1">
                <Button onClick={() => setBlocking(picked)} look="outline-destructive">
                  {t('dashboard.people.block', { count: picked.length })}
                </Button>
                {blocked.length > 0 && (
                  <Button
                    onClick={({ currentTarget }) => {
                      focusNear(currentTarget)
                      void unblock(
                        blocked.map(({ id }) => id),
                        refresh,
                      )
                    }}
                  >
                    {t('dashboard.people.unblock', { count: blocked.length })}
                  </Button>
                )}
              </div>
            ) : (
              <>
                <span aria-hidden="true" className={headClass}>
                  {t('dashboard.people.activity')}
                </span>
                <span aria-hidden="true" className={`${headClass} ${givesRoles ? 'ps-2' : 'invisible'}`}>
                  {t('dashboard.people.role')}
                </span>
              </>
            )}
          </section>
          <ul className="divide-y divide-line">
            {people.map((person) => (
              <PersonRow
                key={person.id}
                person={person}
                isChosen={chosen.has(person.id)}
                onChoose={(isChosen) => choose([person.id], isChosen)}
                givesRoles={givesRoles}
                onChanged={() => router.refresh()}
              />
            ))}
          </ul>
        </div>
      )}
      <NextPage href={next ? addressOf(query, choice, next) : null} />
      {blocking && (
        <BlockDialog
          people={blocking}
          onClose={() => setBlocking(null)}
          onBlocked={refresh}
          onUnblocked={refresh}
        />
      )}
    </>
  )
}
