'use client'

import { useState } from 'react'
import { setCategories, setStates } from '@/lib/actions/dashboard'
import type { DashboardFilter } from '@/lib/post/dashboard-query'
import { type PostState, postStates, stateNames } from '@/lib/post/states'
import type { Category } from '@/lib/queries/categories'
import { countText } from '@/lib/text/count-text'
import { buttonClass } from '../ui/button-class'
import { inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { DeleteAsAdmin } from './delete-as-admin'
import { rows, useBulk } from './use-bulk'
import type { Selection } from './use-selection'

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
    run((posts) =>
      setStates({
        ids: posts.map(({ id }) => id),
        state,
        seen: Object.fromEntries(posts.map((post) => [String(post.id), post.state])),
        note: '',
      }),
    )
  const changeCategory = (category: number) =>
    run((posts) =>
      setCategories({
        ids: posts.map(({ id }) => id),
        category,
        seen: Object.fromEntries(posts.map((post) => [String(post.id), post.categoryId])),
      }),
    )

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
            <button type="button" onClick={selection.clear} className={buttonClass('ghost')}>
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

function Choice<Value extends string | number>(props: {
  label: string
  text: string
  options: [Value, string][]
  onChoose: (value: Value) => void
}) {
  const { label, text, options, onChoose } = props
  return (
    <select
      aria-label={label}
      value=""
      // The first option stands for the text.
      onChange={({ target }) => onChoose(options[target.selectedIndex - 1]![0])}
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
  )
}
