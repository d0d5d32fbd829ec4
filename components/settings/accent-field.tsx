'use client'

import { countText } from '@/lib/words/count-text'
import { t } from '@/lib/words/t'
import { type CSSProperties, useEffect, useId, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type * as z from '@/lib/schemas/zod'
import { accentShades, contrastWithWhite, isColor, legibleColor, letterContrast } from '@/lib/text/color'
import type { generalSchema } from '@/lib/schemas/site'
import { Button } from '../ui/button'
import { inputClass } from '../ui/input-class'

/** The accent of theme.css. */
const ownAccent = '#822ae8'

export function AccentField(props: {
  control: Control<z.input<typeof generalSchema>>
  name: 'accent'
  error?: string
  onChoose: (color: string) => void
}) {
  const { control, error, onChoose, ...field } = props
  const id = useId()
  const typed = useWatch({ control, name: 'accent' }).trim().toLowerCase()
  const color = isColor(typed) ? typed : ownAccent
  const contrast = contrastWithWhite(color)
  const isLegible = contrast >= letterContrast
  const place = useRef<HTMLDivElement>(null)
  // The bar with the buttons may cover what appears below the field.
  useEffect(() => {
    if (place.current?.contains(document.activeElement) && (!isLegible || error))
      place.current.scrollIntoView({ block: 'nearest' })
  }, [isLegible, error])
  // Cut instead of rounding, because 4.49 must not show as 4.5.
  const shown = countText(Math.floor(contrast * 10) / 10)
  return (
    <div ref={place} className="scroll-mb-6">
      <label htmlFor={id} className="mb-1 block font-medium">
        {t('settings.accentField.accentColor')}
      </label>
      <div className="flex flex-wrap gap-2">
        <input
          {...field}
          id={id}
          placeholder={ownAccent}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className={`${inputClass} w-40 min-w-0`}
        />
        <input
          type="color"
          aria-label={t('settings.accentField.pickAnAccentColor')}
          value={color}
          onChange={({ target }) => onChoose(target.value)}
          className="h-11 w-12 flex-none md:pointer-fine:h-9 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
        />
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={`mt-1 ${isLegible && !error ? 'text-ink-soft' : 'text-danger'}`}
      >
        {isLegible
          ? (error ?? t('settings.accentField.contrastWithWhiteText', { shown }))
          : t('settings.accentField.contrast1IsToo', { shown, letterContrast: countText(letterContrast) })}
      </p>
      {isLegible ? (
        <div className="mt-2 flex flex-wrap gap-2">
          <Sample mode="light" color={color} />
          <Sample mode="dark" color={color} />
        </div>
      ) : (
        <Button
          onClick={({ currentTarget }) => {
            currentTarget.closest('div')!.querySelector('input')!.focus()
            onChoose(legibleColor(color))
          }}
          className="mt-2"
        >
          {t('settings.accentField.use', { color: legibleColor(color) })}
        </Button>
      )}
    </div>
  )
}

// Surface and text of each mode in theme.css.
const grounds = {
  light: { background: '#ffffff', color: '#1b1923' },
  dark: { background: '#1a1820', color: '#efedf1' },
}

function Sample({ mode, color }: { mode: 'light' | 'dark'; color: string }) {
  const shades = accentShades(color)[mode]
  return (
    <div
      style={{ ...grounds[mode], ...(shades as CSSProperties) }}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line-strong px-3 py-2"
    >
      <span className="rounded-md bg-accent px-2.5 py-1 font-medium text-on-accent">
        {t('settings.accentField.button')}
      </span>
      <span className="font-medium text-accent-ink underline">{t('settings.accentField.link')}</span>
      <span>{t('settings.accentField.inMode', { mode })}</span>
    </div>
  )
}
