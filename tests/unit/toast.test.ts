import { expect, test, vi } from 'vitest'
import { dismissToast, readToasts, toast } from '../../components/ui/toast-store'

test('one notification at a time: a new one takes the place of the one before', () => {
  const first = toast({ title: 'First' })
  const second = toast({ title: 'Second' })
  expect(Number(second.id)).toBe(Number(first.id) + 1)
  expect(readToasts()).toMatchObject([{ id: second.id, title: 'Second', open: true }])
})

test('it can be changed, sent away, and is forgotten after 1,000,000 milliseconds', () => {
  vi.useFakeTimers()
  const shown = toast({ title: 'Saving' })
  shown.update({ title: 'Saved' })
  expect(readToasts()).toMatchObject([{ title: 'Saved', open: true }])
  dismissToast()
  expect(readToasts()).toMatchObject([{ open: false }])
  vi.advanceTimersByTime(999_999)
  expect(readToasts()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(readToasts()).toEqual([])
  vi.useRealTimers()
})
