import type { CategorySettings } from '@/lib/queries/settings'
import { countOf } from '@/lib/text/count-text'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { MoveButtons } from '../ui/move-buttons'

/** One category: where it is, how much is in it, and what can be done about it. */
export function CategoryRow(props: {
  category: CategorySettings
  list: CategorySettings[]
  index: number
  isBusy: boolean
  onMove: (list: CategorySettings[]) => void
  onEdit: () => void
  onArchive: (wanted: boolean) => void
  onDelete: () => void
}) {
  const { category, list, index, isBusy, onMove, onEdit, onArchive, onDelete } = props
  const { id, slug, name, posts, isArchived } = category
  // The navigation leads there.
  const isFixed = slug === 'new-features'
  return (
    <li
      id={`category-${id}`}
      className="flex flex-wrap items-center gap-y-1 px-4 py-2 sm:col-span-full sm:grid sm:grid-cols-subgrid sm:pe-2"
    >
      <div className="min-w-[min(10rem,100%)] flex-1 pe-4">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <bdi className="break-words">{name}</bdi>
          {isArchived && (
            <span className="rounded-full bg-sunken px-2 text-xs font-medium text-ink-soft">Archived</span>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          <AppLink href={`/${slug}`} className="break-all underline underline-offset-2 hover:text-ink">
            /{slug}
          </AppLink>
          {' · '}
          {countOf(posts, 'post')}
        </p>
      </div>
      <div className="-mx-2 flex flex-wrap items-center sm:contents">
        <MoveButtons name={name} list={list} index={index} isDisabled={isBusy} onMove={onMove} />
        <button
          type="button"
          aria-label={`Edit ${name}`}
          onClick={onEdit}
          className={buttonClass('ghost', 'sm:justify-self-start')}
        >
          Edit
        </button>
        {!isFixed && (
          <button
            type="button"
            aria-label={isArchived ? `Open ${name} again` : `Archive ${name}`}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onArchive(!isArchived)}
            className={buttonClass('ghost', 'sm:justify-self-start')}
          >
            {isArchived ? 'Open again' : 'Archive'}
          </button>
        )}
        {!isFixed && posts === 0 && (
          <button
            type="button"
            aria-label={`Delete ${name}`}
            onClick={onDelete}
            className={buttonClass('ghost', 'sm:col-start-6')}
          >
            Delete
          </button>
        )}
      </div>
    </li>
  )
}
