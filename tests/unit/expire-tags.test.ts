import { expect, test, vi } from 'vitest'
import { deletionTag } from '../../lib/cache-tags'
import { expiredTags, expireTags } from '../../lib/cache/tags'
import { readFallback, storeFallback } from '../../lib/supabase/fetch-with-fallback'

test('what was deleted on another instance does not come back in an outage', () => {
  storeFallback('question', { status: 200, headers: [], body: 'words' })
  expireTags(['post:1'])
  expect(readFallback('question')).not.toBeNull()
  expireTags(['post:1', deletionTag()])
  expect(readFallback('question')).toBeNull()
})

test('a tag is forgotten when nothing that is older than its change is served any more', () => {
  const now = vi.spyOn(performance, 'now')
  const hour = 3_600_000
  now.mockReturnValue(100 * hour)
  expireTags(['old'])
  now.mockReturnValue(123 * hour)
  expireTags(['newer'])
  expect(expiredTags()).toContain('old')
  now.mockReturnValue(125 * hour)
  expireTags(['newest'])
  expect(expiredTags().filter((tag) => /old|new/.test(tag))).toEqual(['newer', 'newest'])
  now.mockRestore()
})
