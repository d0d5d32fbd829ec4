import { t } from '@/lib/words/t'
import type { Label } from '@/lib/queries/changelog'

export function EntryLabels(props: {
  labels: Label[]
  chosen: number[]
  readOnly: boolean
  onChange: (chosen: number[]) => void
}) {
  const { labels, chosen, readOnly, onChange } = props
  return (
    <fieldset disabled={readOnly}>
      <legend className="mb-1 font-medium">{t('changelog.entryEditor.labels')}</legend>
      <div className="flex flex-wrap gap-x-5">
        {labels.map(({ id, name }) => (
          <label key={id} className="flex min-h-9 items-center gap-2 pointer-coarse:min-h-11">
            <input
              type="checkbox"
              checked={chosen.includes(id)}
              onChange={({ currentTarget }) => {
                const others = chosen.filter((one) => one !== id)
                onChange(currentTarget.checked ? [...others, id] : others)
              }}
            />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
