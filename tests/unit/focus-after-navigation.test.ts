import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { focusPageHeading, noteNavigation } from '@/components/shell/focus-after-navigation'

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
  focusPageHeading()
  vi.runAllTimers()
}

test('whose button stayed behind stands at the heading of the next page, once', () => {
  noteNavigation('push')
  arrive()
  arrive()
  expect(heading.focus).toHaveBeenCalledOnce()
})

test('the first page and the way back move no focus', () => {
  arrive()
  noteNavigation('push')
  noteNavigation('traverse')
  arrive()
  expect(heading.focus).not.toHaveBeenCalled()
})

test('a focus that stands somewhere stays there', () => {
  noteNavigation('replace')
  focusPageHeading()
  vi.stubGlobal('document', { ...document, activeElement: {} })
  vi.runAllTimers()
  expect(heading.focus).not.toHaveBeenCalled()
})
