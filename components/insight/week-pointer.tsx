'use client'

import { type PointerEvent, useState } from 'react'

/**
 * Says the value of the week under the pointer or the finger. With the keyboard, it is a slider from week to week.
 * @param texts what each week says
 */
export function WeekPointer({ label, texts }: { label: string; texts: string[] }) {
  const [at, setAt] = useState<number | null>(null)
  const count = texts.length
  const latest = count - 1

  function point({ clientX, currentTarget }: PointerEvent) {
    const { left, width } = currentTarget.getBoundingClientRect()
    const share = (clientX - left) / width
    const place = Math.floor((document.dir === 'rtl' ? 1 - share : share) * count)
    setAt(Math.max(0, Math.min(latest, place)))
  }

  return (
    <div
      className="absolute inset-0 touch-pan-y print:hidden"
      onPointerDown={point}
      onPointerMove={point}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setAt(null)}
    >
      <input
        type="range"
        min={0}
        max={latest}
        value={at ?? latest}
        aria-label={label}
        aria-valuetext={texts[at ?? latest]}
        onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
        onFocus={() => setAt((before) => before ?? latest)}
        onBlur={() => setAt(null)}
        onKeyDown={({ key }) => key === 'Escape' && setAt(null)}
        className="peer absolute inset-y-0 m-0 h-full cursor-crosshair touch-pan-y opacity-0"
        // From the middle of the first bar to the middle of the last.
        style={{ insetInlineStart: `${50 / count}%`, width: `${100 - 100 / count}%` }}
      />
      <span className="pointer-events-none absolute -inset-1 rounded-md outline-accent peer-focus-visible:outline-2" />
      {at !== null && (
        <>
          <span
            className="pointer-events-none absolute inset-y-0 border-x border-line-strong bg-ink/8"
            style={{ insetInlineStart: `${(100 * at) / count}%`, width: `${100 / count}%` }}
          />
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute -top-2 z-[1] rounded-md border border-line-strong bg-surface px-2 py-1 text-xs whitespace-nowrap tabular-nums shadow-sm ${at < count / 2 ? '' : '-translate-x-full rtl:translate-x-full'} ${at < count / 2 ? 'ms-2' : '-ms-2'}`}
            style={{ insetInlineStart: `${(100 * (at < count / 2 ? at + 1 : at)) / count}%` }}
          >
            {texts[at]}
          </span>
        </>
      )}
    </div>
  )
}
