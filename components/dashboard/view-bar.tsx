'use client'

import { t } from '@/lib/words/t'
import { useEffect, useState } from 'react'
import { deleteView, saveView } from '@/lib/actions/dashboard'
import { callAction } from '@/lib/browser/call-action'
import { fetchJson } from '@/lib/browser/fetch-json'
import type { View } from '@/lib/queries/dashboard'
import { useViewer } from '@/lib/session/browser/store'
import { totalText } from '@/lib/words/count-text'
import { viewNameLimit, viewSchema } from '@/lib/schemas/team'
import { AppLink } from '../ui/app-link'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { Icon } from '../ui/icon'
import { toast, toastProblem } from '../ui/toast-store'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { useActionForm } from '../ui/use-action-form'

type Counted = { total: number; isTotalExact: boolean }

export function ViewBar(props: { views: View[]; query: string; onChanged: () => void }) {
  const { views, query, onChanged } = props
  const viewer = useViewer()
  const [counts, setCounts] = useState<Record<string, Counted | null>>({})
  const known = views.map((view) => view.id + view.query).join()
  const current = views.find((view) => view.query === query)

  useEffect(() => {
    if (known)
      void fetchJson<{ counts: typeof counts }>('/api/views').then(
        (answer) => setCounts(answer.counts),
        // The links also work without the counts.
        () => {},
      )
  }, [known])

  async function remove({ id, name, query: kept, isShared }: View, button: HTMLElement) {
    focusNear(button)
    const result = await callAction(() => deleteView({ id }))
    if (!result.ok) return toastProblem(result.message)
    onChanged()
    const putBack = async () => {
      const back = await callAction(() => saveView({ name, query: kept, isShared }), { tries: 1 })
      if (!back.ok) toastProblem(back.message)
      onChanged()
    }
    toast({
      title: t('dashboard.viewBar.deletedTheView', { name }),
      action: { label: t('common.undo'), run: () => void putBack() },
    })
  }

  if (views.length === 0) return null
  return (
    <nav aria-label={t('dashboard.viewBar.views')} className="mb-3 flex flex-wrap items-center gap-2">
      <ul className="contents">
        {views.map((view) => (
          <li key={view.id} className="flex items-center">
            <AppLink
              href={`/dashboard?${view.query}`}
              aria-current={view === current ? 'page' : undefined}
              aria-description={view.isShared ? t('dashboard.viewBar.sharedWithTheTeam') : undefined}
              className="inline-flex min-h-8 items-center gap-1.5 rounded-full border border-line-strong px-3 hover:bg-sunken aria-[current=page]:border-accent-strong aria-[current=page]:bg-accent-soft pointer-coarse:min-h-11"
            >
              <bdi>{view.name}</bdi>
              {counts[view.id] && (
                <span className="tabular text-ink-soft">{totalText(counts[view.id]!)}</span>
              )}
            </AppLink>
            {(view.ownerId === viewer?.id || (view.isShared && viewer?.role === 'admin')) &&
              view === current && (
                <Button
                  aria-label={t('dashboard.viewBar.deleteTheView', { view: view.name })}
                  onClick={(event) => void remove(view, event.currentTarget)}
                  look="ghost"
                  className="!px-1.5"
                >
                  <Icon name="close" className="size-3.5" />
                </Button>
              )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function SaveViewButton({ query, onSaved }: { query: string; onSaved: () => void }) {
  const [isSaving, setSaving] = useState(false)
  return (
    <>
      <Button onClick={() => setSaving(true)} look="ghost" className="-ms-2 !px-2 whitespace-nowrap">
        <Icon name="plus" />
        {t('dashboard.viewBar.saveView')}
      </Button>
      {isSaving && (
        <SaveView
          query={query}
          onSaved={() => {
            setSaving(false)
            onSaved()
          }}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  )
}

function SaveView(props: { query: string; onSaved: () => void; onClose: () => void }) {
  const { query, onSaved, onClose } = props
  const { form, field, formProps, message, error, isSending } = useActionForm({
    schema: viewSchema,
    defaultValues: { name: '', query, isShared: false },
    action: saveView,
    onDone: (_, { name }) => {
      toast({ title: t('dashboard.viewBar.savedTheView', { name }) })
      onSaved()
    },
    tries: 1,
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('dashboard.viewBar.saveView')}
      description={t('dashboard.viewBar.savesTheseFiltersSort')}
    >
      <form {...formProps} className="space-y-4">
        <FormMessage>{message || error('query')}</FormMessage>
        <Field label={t('common.name')} autoComplete="off" maxLength={viewNameLimit} {...field('name')} />
        <label className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
          <input type="checkbox" {...form.register('isShared')} />
          {t('dashboard.viewBar.shareWithTheTeam')}
        </label>
        <DialogButtons onCancel={onClose} isSending={isSending}>
          {t('dashboard.viewBar.saveView')}
        </DialogButtons>
      </form>
    </Dialog>
  )
}
