'use client'

import { t } from '@/lib/words/t'
import { type FormEvent, useState } from 'react'
import { addTag, deleteTag } from '@/lib/actions/triage'
import { callAction } from '@/lib/browser/call-action'
import type { Tag } from '@/lib/queries/triage'
import { tagLimit } from '@/lib/schemas/team'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Dialog, DialogButtons } from '../ui/dialog'
import { Field } from '../ui/field'
import { Icon } from '../ui/icon'

type Had = 'all' | 'some' | 'none'

/** Chooses tags. A tag that only some posts have stays that way until it is pressed; a new name creates a tag. */
export function TagsDialog(props: {
  tags: Tag[]
  had: (tag: number) => Had
  /** One tag was added or deleted. */
  onTags: (tags: Tag[]) => void
  onSave: (added: Tag[], removed: Tag[]) => void
  onClose: () => void
}) {
  const { tags, had, onTags, onSave, onClose } = props
  const [wanted, setWanted] = useState<ReadonlyMap<number, boolean>>(new Map())
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const name = typed.trim().replace(/\s+/g, ' ')
  const isSame = (tag: Tag) => tag.name.toLowerCase() === name.toLowerCase()
  const matching = tags.filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()))
  const isOn = (id: number) => wanted.get(id) ?? had(id) === 'all'
  const want = (id: number, isWanted: boolean) => setWanted(new Map(wanted).set(id, isWanted))

  /** Enter adds what was typed; with nothing typed, it saves. */
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (name === '') {
      const all = (isWanted: boolean) => tags.filter(({ id }) => wanted.get(id) === isWanted)
      onSave(
        all(true).filter(({ id }) => had(id) !== 'all'),
        all(false).filter(({ id }) => had(id) !== 'none'),
      )
      return
    }
    const known = tags.find(isSame) ?? (matching.length === 1 ? matching[0] : undefined)
    const result = known
      ? { ok: true as const, data: known }
      : await callAction(() => addTag({ name }), { tries: 1 })
    if (!result.ok) return setProblem(result.message)
    if (!known) onTags([...tags, result.data].toSorted((a, b) => a.name.localeCompare(b.name)))
    want(result.data.id, true)
    setTyped('')
    setProblem('')
  }

  async function remove(tag: Tag) {
    setDeleting(null)
    const result = await callAction(() => deleteTag({ id: tag.id }))
    if (result.ok) onTags(tags.filter(({ id }) => id !== tag.id))
    else setProblem(result.message)
  }

  return (
    <Dialog onClose={onClose} title={t('common.tags')} description={t('team.tagsDialog.onlyTheTeamSees')}>
      <form onSubmit={(event) => void submit(event)} className="space-y-3">
        <Field
          label={t('team.tagsDialog.findOrCreateA')}
          autoComplete="off"
          maxLength={tagLimit}
          value={typed}
          error={problem}
          hint={
            name === ''
              ? t('team.tagsDialog.pressEnterToSave')
              : matching.length === 0
                ? t('team.tagsDialog.pressEnterToCreate')
                : undefined
          }
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <ul aria-label={t('common.tags')} className="max-h-60 overflow-y-auto">
          {matching.map((tag) => (
            <li key={tag.id} className="flex items-center rounded-md hover:bg-sunken">
              <label className="flex min-h-9 min-w-0 flex-1 cursor-pointer items-center gap-2 px-2 pointer-coarse:min-h-11">
                <input
                  type="checkbox"
                  checked={isOn(tag.id)}
                  ref={(box) => {
                    if (box) box.indeterminate = !wanted.has(tag.id) && had(tag.id) === 'some'
                  }}
                  onChange={({ currentTarget }) => want(tag.id, currentTarget.checked)}
                />
                <bdi className="truncate">{tag.name}</bdi>
              </label>
              <button
                type="button"
                aria-label={t('team.tagsDialog.deleteTag', { tag: tag.name })}
                onClick={() => setDeleting(tag)}
                className="flex size-9 shrink-0 items-center justify-center rounded-md text-ink-soft hover:text-danger pointer-coarse:size-11"
              >
                <Icon name="close" className="size-3.5" />
              </button>
            </li>
          ))}
        </ul>
        <DialogButtons onCancel={onClose}>
          {name === '' ? t('team.tagsDialog.saveTags') : t('team.tagsDialog.addTag')}
        </DialogButtons>
      </form>
      {deleting && (
        <ConfirmDialog
          open
          question={t('team.tagsDialog.deleteQuestion', { deleting: deleting.name })}
          detail={t('team.tagsDialog.itWillBeRemoved')}
          act={t('common.delete')}
          onAnswer={(yes) => (yes ? void remove(deleting) : setDeleting(null))}
        />
      )}
    </Dialog>
  )
}
