'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useOptimistic, useState, useTransition } from 'react'
import { archiveCategory, deleteCategory, orderCategories } from '@/lib/actions/categories'
import { callAction } from '@/lib/browser/call-action'
import type { CategorySettings, CategorySettings as Category } from '@/lib/queries/settings'
import type { ActionResult } from '@/lib/schemas/action-result'
import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog } from '../ui/dialog'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
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
        title: wanted
          ? t('settings.categorySettings.wasArchived', { name })
          : t('settings.categorySettings.restored', { name }),
        action: { label: t('common.undo'), run: () => run(() => archiveCategory({ id, wanted: !wanted })) },
      },
      shown.map((one) => (one.id === id ? { ...one, isArchived: wanted } : one)),
    )
  }
  function answer(yes: boolean) {
    if (yes && leaving) {
      focusNear(document.getElementById(`category-${leaving.id}`))
      run(
        () => deleteCategory({ id: leaving.id }),
        { title: t('settings.categorySettings.deleted', { leaving: leaving.name }) },
        shown.filter(({ id }) => id !== leaving.id),
      )
    }
    setLeaving(null)
  }

  return (
    <>
      <div className="list-intro lg:max-w-2xl">
        <p>{t('settings.categorySettings.eachCategoryHasIts')}</p>
        <Button onClick={() => setEdited('new')} look="default">
          <Icon name="plus" />
          {t('settings.categorySettings.addCategory')}
        </Button>
      </div>
      <ul className="lg:max-w-2xl divide-y divide-line rounded-lg border border-line bg-surface sm:grid sm:grid-cols-[minmax(0,1fr)_repeat(5,auto)]">
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
      <Dialog
        open={edited !== null}
        onClose={() => setEdited(null)}
        title={
          edited === 'new'
            ? t('settings.categorySettings.addCategory')
            : t('settings.categorySettings.editCategory')
        }
      >
        {edited && (
          <CategoryEditor
            category={edited === 'new' ? null : edited}
            onCancel={() => setEdited(null)}
            onSaved={() => {
              setEdited(null)
              toast({ title: t('settings.categorySettings.categorySaved') })
              router.refresh()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={leaving !== null}
        question={t('settings.categorySettings.deleteThisCategory', { name: leaving?.name ?? '' })}
        detail={t('settings.categorySettings.anotherCategoryCanThen')}
        act={t('common.delete')}
        onAnswer={answer}
      />
    </>
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
  // The navigation links to it.
  const isFixed = slug === 'new-features'
  return (
    <li
      id={`category-${id}`}
      className="flex flex-wrap items-center gap-y-1 px-4 py-2 sm:col-span-full sm:grid sm:grid-cols-subgrid sm:pe-2"
    >
      <div className="min-w-0 flex-1 pe-4 max-sm:basis-full">
        <p className="flex flex-wrap items-baseline gap-x-2 font-medium">
          <bdi className="break-words">{name}</bdi>
          {isArchived && (
            <span className="rounded-full bg-sunken px-2 text-xs font-medium text-ink-soft">
              {t('settings.categorySettings.archived')}
            </span>
          )}
        </p>
        <p className="text-xs text-ink-soft">
          <AppLink href={`/${slug}`} className="break-all underline underline-offset-2 hover:text-ink">
            /{slug}
          </AppLink>
          {' · '}
          {t('common.countPosts', { count: posts })}
          {isFixed &&
            ` · ${t('settings.categorySettings.headerLeadsHere', { feedback: t('common.feedback') })}`}
        </p>
      </div>
      <div className="-mx-2 -mt-1 -mb-2 flex flex-wrap items-center sm:contents pointer-coarse:-ms-3.5">
        <MoveButtons name={name} list={list} index={index} isDisabled={isBusy} onMove={onMove} />
        <Button
          aria-label={t('settings.categorySettings.edit', { name })}
          onClick={onEdit}
          look="ghost"
          className="sm:justify-self-start"
        >
          {t('common.edit')}
        </Button>
        {!isFixed && (
          <Button
            aria-label={
              isArchived
                ? t('settings.categorySettings.restoreNamed', { name })
                : t('settings.categorySettings.archiveNamed', { name })
            }
            aria-disabled={isBusy}
            onClick={() => !isBusy && onArchive(!isArchived)}
            look="ghost"
            className="sm:justify-self-start"
          >
            {isArchived ? t('settings.categorySettings.restore') : t('settings.categorySettings.archive')}
          </Button>
        )}
        {!isFixed && posts === 0 && (
          <Button
            aria-label={t('settings.categorySettings.delete', { name })}
            onClick={onDelete}
            look="ghost"
            className="sm:col-start-6"
          >
            {t('common.delete')}
          </Button>
        )}
      </div>
    </li>
  )
}
