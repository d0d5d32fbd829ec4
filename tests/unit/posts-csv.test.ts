import { expect, test, vi } from 'vitest'
import { stateNames } from '@/lib/post/states'
import { answerPostsCsv } from '@/lib/publish/downloads'

const row = {
  id: 3,
  categorySlug: 'bugs',
  categoryName: 'Bugs',
  slug: 'a-title',
  title: 'A title',
  state: 'planned',
  votesTotal: 1,
  commentsTotal: 0,
  authorName: 'Kim',
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: null,
  tags: [],
  assigneeName: null,
  quarter: null,
}

vi.mock('@/lib/session/viewer', () => ({ getViewer: () => ({ role: 'admin' }) }))
vi.mock('@/lib/queries/site', () => ({
  getSite: () => ({ stateNames: { ...stateNames, planned: 'Next up' } }),
}))
vi.mock('@/lib/queries/dashboard', () => ({
  listForExport: async function* () {
    yield [row]
    yield [{ ...row, id: 4 }]
  },
}))

test('each page of the posts as a file calls states as the site does', async () => {
  const answer = await answerPostsCsv(new Request('https://feedback.example.com/dashboard/export'))
  const [, ...lines] = (await answer.text()).split('\r\n')
  expect(lines).toEqual([
    expect.stringMatching(/^3,2026-11-01T12:00:00.000Z,Next up,1,A title,/),
    expect.stringMatching(/^4,2026-11-01T12:00:00.000Z,Next up,1,A title,/),
    '',
  ])
})
