import { expect, test, vi } from 'vitest'
import { previewMarkdown } from '../../lib/actions/posts'
import { detailsLimit } from '../../lib/schemas/post'

const { getViewer, parse } = vi.hoisted(() => ({ getViewer: vi.fn(), parse: vi.fn() }))
vi.mock('next/cache', () => ({}))
vi.mock('next/server', () => ({}))
vi.mock('@/lib/text/markdown', async (original) => {
  const { parseMarkdown } = await original<typeof import('../../lib/text/markdown')>()
  return { parseMarkdown: parse.mockImplementation(parseMarkdown) }
})
vi.mock('@/lib/session/viewer', () => ({ getViewer }))
vi.mock('@/lib/supabase/server', () => ({ viewerClient: () => Promise.resolve({}) }))

test('a visitor’s text is not converted, however long it is', async () => {
  getViewer.mockResolvedValue(null)
  const result = await previewMarkdown({ text: '!['.repeat(detailsLimit / 2) })
  expect(result).toMatchObject({ ok: false, reason: 'signed-out' })
  expect(parse).not.toHaveBeenCalled()
})

test('a member sees what a text will look like', async () => {
  getViewer.mockResolvedValue({ id: 'kim' })
  expect(await previewMarkdown({ text: '**yes**' })).toEqual({
    ok: true,
    data: [{ tag: 'p', children: [{ tag: 'strong', children: ['yes'] }] }],
  })
  expect(await previewMarkdown({ text: 'x'.repeat(detailsLimit + 1) })).toMatchObject({ ok: false })
})

test('a text is converted as it would be saved, whatever ends its lines', async () => {
  getViewer.mockResolvedValue({ id: 'kim' })
  parse.mockClear()
  expect(await previewMarkdown({ text: `> - a${'\r'.repeat(48_000)}` })).toMatchObject({ ok: true })
  expect(await previewMarkdown({ text: 'a\rb\r\nc \f\u2028' })).toMatchObject({ ok: true })
  expect(parse.mock.calls).toEqual([['> - a'], ['a\nb\nc']])
})
