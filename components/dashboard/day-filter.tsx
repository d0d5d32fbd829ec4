'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { inputClass } from '../ui/input-class'

/** Shows one day of a list. A day that is typed counts once it is confirmed with Enter, or left. */
export function DayFilter({ label, day }: { label: string; day: string | null }) {
  const router = useRouter()
  const field = useRef<HTMLInputElement>(null)
  const isTyping = useRef(false)

  useEffect(() => {
    field.current!.value = day ?? ''
  }, [day])

  function show({ value, validity }: HTMLInputElement) {
    if (value === (day ?? '') || !validity.valid) return
    const address = new URL(location.href)
    address.searchParams.delete('before')
    address.searchParams.delete('day')
    if (value) address.searchParams.set('day', value)
    router.push(address.pathname + address.search)
  }

  return (
    <label className="min-w-0">
      <span className="label mb-1 block sm:sr-only">{label}</span>
      <input
        ref={field}
        type="date"
        defaultValue={day ?? ''}
        min="2000-01-01"
        max="9999-12-31"
        onPointerDown={() => (isTyping.current = false)}
        onKeyDown={({ key, currentTarget }) => {
          isTyping.current = true
          if (key === 'Enter') show(currentTarget)
        }}
        onChange={({ currentTarget }) => !isTyping.current && show(currentTarget)}
        onBlur={({ currentTarget }) => show(currentTarget)}
        className={`${inputClass} w-full min-w-0 max-sm:text-[min(1rem,8vw)] max-[22rem]:text-sm`}
      />
    </label>
  )
}
