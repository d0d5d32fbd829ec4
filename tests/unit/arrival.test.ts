import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusArrival, noteDeparture } from '@/components/shell/arrival'

const body = {}
const heading = { tabIndex: 0, focus: vi.fn() }

beforeEach(() => {
  vi.useFakeTimers()
  vi.clearAllMocks()
  vi.stubGlobal('document', { body, activeElement: body, querySelector: () => heading })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function arrive() {
  focusArrival()
  vi.runAllTimers()
}

test('whose button stayed behind stands at the heading of the next page, once', () => {
  noteDeparture('push')
  arrive()
  arrive()
  expect(heading.focus).toHaveBeenCalledOnce()
})

test('the first page and the way back move no focus', () => {
  arrive()
  noteDeparture('push')
  noteDeparture('traverse')
  arrive()
  expect(heading.focus).not.toHaveBeenCalled()
})

test('a focus that stands somewhere stays there', () => {
  noteDeparture('replace')
  focusArrival()
  vi.stubGlobal('document', { ...document, activeElement: {} })
  vi.runAllTimers()
  expect(heading.focus).not.toHaveBeenCalled()
})
