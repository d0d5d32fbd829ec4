import { beforeEach, expect, test, vi } from 'vitest'
import * as mark from '../../lib/actions/mark-changed'
import { addressTag, commentsTag, postTag, sitemapTag } from '../../lib/cache-tags'
import { readFallback, storeFallback } from '../../lib/supabase/fetch-with-fallback'

const { tags } = vi.hoisted(() => ({ tags: new Set<string>() }))
vi.mock('next/cache', () => ({ revalidateTag: (tag: string) => tags.add(tag), revalidatePath: () => {} }))

const post = { id: 7, category_slug: 'bugs', slug: 'a' }
const place = { id: 7, category: { slug: 'bugs' } }

beforeEach(() => {
  tags.clear()
  storeFallback('question', { status: 200, headers: [], body: 'words' })
})

test.each([
  ['post', () => mark.markPostDeleted(post)],
  ['comment', () => mark.markCommentDeleted(post)],
  ['picture', () => mark.markImageDeleted({ post: place, comment: null, entry: null })],
  ['account', () => mark.markEverythingChanged()],
])('a deleted %s does not come back in an outage', (_, deleted) => {
  deleted()
  expect(readFallback('question')).toBeNull()
})

test('after a change, old data is still used while the backend is down', () => {
  mark.markAddressChanged(post)
  mark.markCommentsChanged(post)
  mark.markImageChanged({ post: place, comment: null, entry: null })
  expect(readFallback('question')).not.toBeNull()
})

test('a deleted post is removed from its address and the sitemap', () => {
  mark.markPostDeleted(post)
  expect(tags).toContain(addressTag('bugs', 'a'))
  expect(tags).toContain(sitemapTag())
})

test('a deleted account’s posts leave the sitemap', () => {
  mark.markEverythingChanged()
  expect(tags).toContain(sitemapTag())
})

test('a post’s image does not depend on its comments', () => {
  mark.markImageChanged({ post: place, comment: null, entry: null })
  expect(tags).toContain(postTag(7))
  expect(tags).not.toContain(commentsTag(7))
  mark.markImageChanged({ post: null, comment: { post: place }, entry: null })
  expect(tags).toContain(commentsTag(7))
})
