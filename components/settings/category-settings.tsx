'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useState, useTransition } from 'react'
import { archiveCategory, deleteCategory, orderCategories } from '@/lib/actions/categories'
import { callAction } from '@/lib/browser/call-action'
import type { CategorySettings, CategorySettings as Category } from '@/lib/queries/settings'
import type { ActionResult } from '@/lib/schemas/action-result'
import { countOf } from '@/lib/text/count-text'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'
import { AppLink } from '../ui/app-link'
import { MoveButtons } from '../ui/move-buttons'
import { CategoryEditor } from './category-editor'

export function CategorySettings({ categories }: { categories: Category[] }) {
  const router = useRouter()
  const [edited, setEdited] = useState<Category | 'new' | null>(null)
  const [leaving, setLeaving] = useState<Category | null>(null)
  const [shown, show] = useOptimistic(categories)
  const [isBusy, startTransition] = useTransition()

  function run(action: () => Promise<ActionResult>, done?: Parameters<typeof toast>[0], next = shown) {
    startTransition(async () => {
      show(next)
      const result = await callAction(action)
      if (!result.ok) toastProblem(result.message)
      else if (done) toast(done)
      router.refresh()
    })
  }
  const reorder = (next: Category[]) =>
    run(() => orderCategories({ ids: next.map(({ id }) => id) }), undefined, next)
  function archive({ id, name }: Category, wanted: boolean) {
    run(
      () => archiveCategory({ id, wanted }),
      {
        title: wanted ? `Archived ${name}.` : `Restored ${name}.`,
        action: { label: 'Undo', run: () => run(() => archiveCategory({ id, wanted: !wanted })) },
      },
      shown.map((one) => (one.id === id ? { ...one, isArchived: wanted } : one)),
    )
  }
  function answer(yes: boolean) {
    if (yes && leaving) {
      focusNear(document.getElementById(`category-${leaving.id}`))
      run(
        () => deleteCategory({ id: leaving.id }),
        { title: `Deleted ${leaving.name}.` },
        shown.filter(({ id }) => id !== leaving.id),
      )
    }
    setLeaving(null)
  }

  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="font-semibold">
        Categories
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        Each category has its own page, in this order. Archived categories leave the navigation and take no
        new posts, but existing posts stay readable.
      </p>
      <ul className="mb-4 divide-y divide-line rounded-lg border border-line bg-surface sm:grid sm:grid-cols-[minmax(0,1fr)_repeat(5,auto)]">
        {shown.map((category, index) => (
          <CategoryRow
            key={category.id}
            category={category}
            list={shown}
            index={index}
            isBusy={isBusy}
            onMove={reorder}
            onEdit={() => setEdited(category)}
            onArchive={(wanted) => archive(category, wanted)}
            onDelete={() => setLeaving(category)}
          />
        ))}
      </ul>
      <Button onClick={() => setEdited('new')}>Add category</Button>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add category' : 'Edit category'}
      >
        {edited && (
          <CategoryEditor
            category={edited === 'new' ? null : edited}
            onSaved={() => {
              setEdited(null)
              toast({ title: 'Category saved.' })
              router.refresh()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        question="Delete this category?"
        detail="Another category can then use its address."
        onAnswer={answer}
      />
    </section>
  )
}

function CategoryRow(props: {
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
        <Button aria-label={`Edit ${name}`} onClick={onEdit} look="ghost" className="sm:justify-self-start">
          Edit
        </Button>
        {!isFixed && (
          <Button
            aria-label={isArchived ? `Restore ${name}` : `Archive ${name}`}
            aria-disabled={isBusy}
            onClick={() => !isBusy && onArchive(!isArchived)}
            look="ghost"
            className="sm:justify-self-start"
          >
            {isArchived ? 'Restore' : 'Archive'}
          </Button>
        )}
        {!isFixed && posts === 0 && (
          <Button aria-label={`Delete ${name}`} onClick={onDelete} look="ghost" className="sm:col-start-6">
            Delete
          </Button>
        )}
      </div>
    </li>
  )
}
