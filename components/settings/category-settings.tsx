'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useState, useTransition } from 'react'
import { archiveCategory, deleteCategory, orderCategories } from '@/lib/actions/categories'
import { callAction } from '@/lib/browser/call-action'
import type { CategorySettings as Category } from '@/lib/queries/settings'
import type { ActionResult } from '@/lib/schemas/action-result'
import { buttonClass } from '../ui/button-class'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { toast, toastProblem } from '../ui/toast-store'
import { CategoryEditor } from './category-editor'
import { CategoryRow } from './category-row'

/** The categories in their order, and what can be done about each. */
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
        title: wanted ? `${name} is archived.` : `${name} is open again.`,
        action: { label: 'Undo', run: () => run(() => archiveCategory({ id, wanted: !wanted })) },
      },
      shown.map((one) => (one.id === id ? { ...one, isArchived: wanted } : one)),
    )
  }
  function answer(yes: boolean) {
    if (yes && leaving) {
      focusNear(document.getElementById(`category-${leaving.id}`))
      run(() => deleteCategory({ id: leaving.id }), { title: `${leaving.name} is deleted.` })
    }
    setLeaving(null)
  }

  return (
    <section aria-labelledby="categories">
      <h2 id="categories" className="font-semibold">
        Categories
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        Each has its page, in this order. An archived one takes no new posts and stands in no navigation; what
        was posted stays readable.
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
      <button type="button" onClick={() => setEdited('new')} className={buttonClass('outline')}>
        Add a category
      </button>
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? 'Add a category' : 'Edit the category'}
      >
        {edited && (
          <CategoryEditor
            category={edited === 'new' ? null : edited}
            onSaved={() => {
              setEdited(null)
              toast({ title: 'The category is saved.' })
              router.refresh()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        question="Delete this category?"
        detail="Its address is free for another one then."
        onAnswer={answer}
      />
    </section>
  )
}
