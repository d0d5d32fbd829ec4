import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PostLog } from '@/components/dashboard/post-log'
import { StateNames } from '@/components/state/post-state'
import { stateNames } from '@/lib/post/states'

const event = {
  id: 1,
  from_state: 'proposed' as const,
  to_state: 'planned' as const,
  note: null,
  created_at: '2026-11-20T12:00:00.000Z',
}
const log = <PostLog post={{ timeline: [event], audit: [] }} />

test('the dashboard calls states as the site does', () => {
  const names = { ...stateNames, planned: 'Next up' }
  expect(renderToStaticMarkup(<StateNames names={names}>{log}</StateNames>)).toContain('Proposed to Next up,')
  expect(renderToStaticMarkup(log)).toContain('Proposed to Planned,')
})
