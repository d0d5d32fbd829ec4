'use client'

import { type PointerEvent, type ReactNode, useRef, useState } from 'react'

type Side = { name: string; run: () => void }
type Touch = { id: number; x: number; y: number; isAcross: boolean }

/** Pixels until a swipe counts, and until a movement is a swipe at all. */
const far = 96
const clear = 12
/** Swipes from the edge of the screen belong to the browser. */
const edge = 24
/** These scroll sideways themselves, or accept text. */
const own = 'pre, table, input, textarea, select, [role=menu]'

/** Positive towards the end of a line, which is on the left where people read from right to left. */
const towardsEnd = (across: number) => (document.dir === 'rtl' ? -across : across)

/** Content that can be swiped to either side for one of two actions, which also have buttons. Vertically, it scrolls. */
export function Swipe({ start, end: atEnd, children }: { start: Side; end: Side; children: ReactNode }) {
  const touch = useRef<Touch | null>(null)
  const [shift, setShift] = useState(0)

  function begin({ pointerType, isPrimary, pointerId, clientX, clientY, target }: PointerEvent) {
    const isFree = clientX > edge && clientX < window.innerWidth - edge && !(target as Element).closest(own)
    if (pointerType !== 'touch' || !isPrimary || !isFree) return
    touch.current = { id: pointerId, x: clientX, y: clientY, isAcross: false }
  }
  function move({ pointerId, clientX, clientY }: PointerEvent) {
    const begun = touch.current
    if (begun?.id !== pointerId) return
    const across = clientX - begun.x
    const down = Math.abs(clientY - begun.y)
    if (!begun.isAcross && down > clear && down > Math.abs(across)) return end()
    begun.isAcross ||= Math.abs(across) > clear
    if (begun.isAcross) setShift(across)
  }
  function lift({ pointerId, clientX }: PointerEvent) {
    const begun = touch.current
    if (begun?.id !== pointerId) return
    end()
    // Not from `shift`, because the last movements of a quick finger may not be rendered.
    const across = clientX - begun.x
    if (begun.isAcross && Math.abs(across) >= far) (towardsEnd(across) > 0 ? atEnd : start).run()
  }
  function end() {
    touch.current = null
    setShift(0)
  }

  return (
    <div className="@container relative overflow-x-clip">
      {shift !== 0 && (
        <div
          aria-hidden="true"
          className={`absolute inset-0 flex rounded-lg px-4 py-8 font-medium ${towardsEnd(shift) > 0 ? 'justify-start' : 'justify-end'} ${Math.abs(shift) >= far ? 'bg-accent text-on-accent' : 'bg-sunken text-ink-soft'}`}
        >
          {(towardsEnd(shift) > 0 ? atEnd : start).name}
        </div>
      )}
      <div
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={lift}
        onPointerCancel={end}
        className="relative touch-pan-y touch-pinch-zoom"
        style={shift === 0 ? undefined : { transform: `translateX(${shift}px)` }}
      >
        {children}
      </div>
    </div>
  )
}
