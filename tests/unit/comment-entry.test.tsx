import { prerender } from 'react-dom/static'
import { beforeEach, expect, test, vi } from 'vitest'
import type { OwnComment } from '../../components/comment/comment-store'
import type { Viewer } from '../../lib/session/viewer'

vi.mock('../../components/comment/own-entry', () => ({
  OwnEntry: ({ comment }: { comment: OwnComment }) => <p>own {comment.key}</p>,
}))
// What a browser would show.
vi.mock('@/lib/browser/create-store', async (load) => ({
  ...(await load<object>()),
  useStore: (store: { read: () => unknown }, select: (value: unknown) => unknown) => select(store.read()),
}))

type Store = typeof import('../../components/comment/comment-changes')
let store: Store
beforeEach(async () => {
  vi.resetModules()
  store = await import('../../components/comment/comment-changes')
})

function write(id: number, parent: number | null = null) {
  store.addOwn({ key: `${id}`, post: 1, parent, text: 'Words', saved: null })
  store.confirmOwn(`${id}`, { id } as NonNullable<OwnComment['saved']>)
}

/** A comment from the list, with replies written in this tab. */
async function show(id: number, props: { leavesPlace?: boolean; isOwn?: boolean } = {}) {
  const { CommentEntry } = await import('../../components/comment/comment-entry')
  const { OwnComments } = await import('../../components/comment/own-comments')
  const { prelude } = await prerender(
    <CommentEntry id={id} body="Body" {...props}>
      <OwnComments post={1} parent={id} shownIds={[]} />
    </CommentEntry>,
  )
  return new Response(prelude).text()
}

test('the list’s replies to a deleted comment stay', async () => {
  store.changeComment(3, { isDeleted: true })
  expect(await show(3)).toBe('')
  expect(await show(3, { leavesPlace: true })).toContain('This comment was deleted.')
})

test.each([{}, { isOwn: true }])(
  'a reply from this tab to a deleted comment stays until it is deleted as well (%o)',
  async (props) => {
    write(4, 3)
    store.changeComment(3, { isDeleted: true })
    const shown = await show(3, props)
    expect(shown).toContain('This comment was deleted.')
    expect(shown).toMatch(/own (<!-- -->)?4/)
    store.changeComment(4, { isDeleted: true })
    expect(await show(3, props)).toBe('')
  },
)

test('a comment that awaits approval is only shown to its author', async () => {
  const { OwnComments } = await import('../../components/comment/own-comments')
  const session = await import('../../lib/session/browser/store')
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const shown = async (id: string | null) => {
    session.changeSession({ viewer: id === null ? null : ({ id, role: null } as Viewer) })
    const { prelude } = await prerender(<OwnComments post={1} parent={null} shownIds={[]} />)
    return new Response(prelude).text()
  }
  const saved = { id: 5, authorId: 'kim', isWaiting: true } as NonNullable<OwnComment['saved']>
  for (let times = 0; times < 2; times++) store.addOwn({ key: '5', post: 1, parent: null, text: '', saved })
  expect((await shown('kim')).match(/own/g)).toHaveLength(1)
  expect(await shown('lee')).not.toContain('own')
  expect(await shown(null)).not.toContain('own')
  vi.unstubAllGlobals()
})

test('this tab’s copy of a comment is kept while someone edits it or replies', async () => {
  const { OwnComments } = await import('../../components/comment/own-comments')
  const own = async () => {
    const { prelude } = await prerender(<OwnComments post={1} parent={null} shownIds={[3]} />)
    return new Response(prelude).text()
  }
  write(3)
  write(4, 3)
  expect(await show(3)).toContain('Body')
  expect(await own()).not.toContain('own')
  for (const id of [3, 4]) {
    store.hold(id, true)
    expect(await show(3)).toBe('')
    expect(await show(3, { isOwn: true })).toContain('Body')
    expect(await own()).toMatch(/own (<!-- -->)?3/)
    store.hold(id, false)
  }
})
