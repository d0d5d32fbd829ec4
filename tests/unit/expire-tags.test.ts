import { tagsManifest } from 'next/dist/server/lib/incremental-cache/tags-manifest.external.js'
import { expect, test, vi } from 'vitest'
import { deletionTag } from '../../lib/cache-tags'
import { expireTags } from '../../lib/instances/expire-tags'
import { recall, remember } from '../../lib/supabase/last-answers'

test('what was deleted on another instance does not come back in an outage', () => {
  remember('question', { status: 200, headers: [], body: 'words' })
  expireTags(['post:1'])
  expect(recall('question')).not.toBeNull()
  expireTags(['post:1', deletionTag()])
  expect(recall('question')).toBeNull()
})

test('a tag is forgotten when nothing that is older than its change is served any more', () => {
  const now = vi.spyOn(performance, 'now')
  const hour = 3_600_000
  now.mockReturnValue(100 * hour)
  expireTags(['old'])
  now.mockReturnValue(123 * hour)
  expireTags(['newer'])
  expect(tagsManifest.has('old')).toBe(true)
  now.mockReturnValue(125 * hour)
  expireTags(['newest'])
  expect([...tagsManifest.keys()].filter((tag) => /old|new/.test(tag))).toEqual(['newer', 'newest'])
  now.mockRestore()
})
