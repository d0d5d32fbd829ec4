'use client'

import { useState } from 'react'
import { setCategories, setStates } from '@/lib/actions/dashboard'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { type PostState, postStates, stateNames } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import { countText } from '@/lib/text/count-text'
import { buttonClass } from '../ui/button-class'
import { inputClass } from '../ui/field'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
import { sendWithEnter } from '../ui/send-with-enter'
import { DeleteAsAdmin } from './delete-as-admin'
import { rows, useBulk } from './use-bulk'
import type { Chosen, Selection } from './use-selection'

/** What can be done with the chosen posts at once. */
export function BulkBar(props: {
  selection: Selection
  filter: DashboardFilter
  total: number
  categories: Category[]
  onChanged: () => void
}) {
  const { selection, filter, total, categories, onChanged } = props
  const [isAsking, setAsking] = useState(false)
  const { progress, report, run, chooseMatching, showProgress } = useBulk(selection, onChanged)
  const ids = [...selection.chosen.keys()]
  const count = ids.length

  const changeState = (state: PostState) =>
    run({
      change: (posts) => toState(state, posts),
      undo: (posts) =>
        Promise.all(
          groups(posts, (post) => post.state).map(([was, group]) => toState(was, now(group, { state }))),
        ),
      said: `now ${stateNames[state]}`,
    })
  const changeCategory = (category: number, name: string) =>
    run({
      change: (posts) => toCategory(category, posts),
      undo: (posts) =>
        Promise.all(
          groups(posts, (post) => post.categoryId).map(([was, group]) =>
            toCategory(was, now(group, { categoryId: category })),
          ),
        ),
      said: `now in ${name}`,
    })

  if (count === 0 && !report && !progress) return null
  return (
    <section
      aria-label="Chosen posts"
      className="sticky top-16 z-[2] mb-3 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2"
    >
      {report && (
        <div className="w-full">
          <FormMessage>{report}</FormMessage>
        </div>
      )}
      {progress ? (
        <p role="status" className="flex items-center gap-2 p-1.5">
          <progress value={progress.done} max={progress.of} aria-label="Progress" className="accent-accent" />
          <span className="tabular">
            {countText(progress.done)} of {countText(progress.of)}
          </span>
        </p>
      ) : (
        count > 0 && (
          <>
            <button type="button" onClick={() => setAsking(true)} className={buttonClass('destructive')}>
              Delete {rows(count)}
            </button>
            <Choice
              label="Change the state of the chosen posts"
              text="Change state"
              options={postStates.map((state) => [state, stateNames[state]])}
              onChoose={changeState}
            />
            <Choice
              label="Change the category of the chosen posts"
              text="Change category"
              options={categories.map(({ id, name }) => [id, name])}
              onChoose={changeCategory}
            />
            {count < total && (
              <button
                type="button"
                onClick={() => chooseMatching(filter, total)}
                className={buttonClass('ghost')}
              >
                Select all {countText(total)} that match
              </button>
            )}
            <button
              type="button"
              onClick={(event) => {
                focusNear(event.currentTarget)
                selection.clear()
              }}
              className={buttonClass('ghost')}
            >
              Select none
            </button>
          </>
        )
      )}
      {isAsking && (
        <DeleteAsAdmin
          ids={ids}
          detail={`${rows(count)} with their votes, comments and images.`}
          onProgress={(done) => showProgress({ done, of: count })}
          onClose={(deleted) => {
            setAsking(false)
            showProgress(null)
            if (deleted.length === 0) return
            selection.clear()
            onChanged()
          }}
          onRestored={onChanged}
        />
      )}
    </section>
  )
}

const idsOf = (posts: Chosen[]) => posts.map(({ id }) => id)
const toState = (state: PostState, posts: Chosen[]) =>
  setStates({
    ids: idsOf(posts),
    state,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.state])),
    note: '',
  })
const toCategory = (category: number, posts: Chosen[]) =>
  setCategories({
    ids: idsOf(posts),
    category,
    seen: Object.fromEntries(posts.map((post) => [String(post.id), post.categoryId])),
  })
const now = (posts: Chosen[], change: Partial<Chosen>) => posts.map((post) => ({ ...post, ...change }))

function groups<Key>(posts: Chosen[], keyOf: (post: Chosen) => Key): [Key, Chosen[]][] {
  const found = new Map<Key, Chosen[]>()
  for (const post of posts) found.set(keyOf(post), [...(found.get(keyOf(post)) ?? []), post])
  return [...found]
}

/** Something to choose, and a button that does it. */
function Choice<Value extends string | number>(props: {
  label: string
  text: string
  options: [Value, string][]
  onChoose: (value: Value, name: string) => void
}) {
  const { label, text, options, onChoose } = props
  return (
    <form
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        // The first option stands for the text.
        const choice = options[(event.currentTarget.elements[0] as HTMLSelectElement).selectedIndex - 1]
        if (choice) onChoose(...choice)
      }}
      className="flex gap-1"
    >
      <select
        onKeyDown={sendWithEnter}
        aria-label={label}
        defaultValue=""
        required
        className={`${inputClass} h-9`}
      >
        <option value="" disabled>
          {text}
        </option>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit" className={buttonClass('outline')}>
        Apply
      </button>
    </form>
  )
}
