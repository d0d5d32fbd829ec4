import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PostLog } from '@/components/dashboard/post-log'
import { PostImages } from '@/components/post/post-images'
import { StateNames } from '@/components/state/state-names'
import { IconSprite } from '@/components/ui/icon-sprite'
import { postStates, stateNames } from '@/lib/post/states'

const image = (id: string, mergedFrom: string | null) => ({
  id,
  src: `https://images.example/${id}.png`,
  alt: id,
  width: 64,
  height: 48,
  widths: [],
  mergedFrom,
})

test('the own pictures of a post stand first, also those that came after a merge', () => {
  const html = renderToStaticMarkup(
    <PostImages images={[image('first', 'Other'), image('second', 'Third'), image('own', null)]} />,
  )
  const shown = [...html.matchAll(/alt="(\w+)"|<span dir="auto">(\w+)</g)].map(
    ([, alt, title]) => alt ?? title,
  )
  expect(shown).toEqual(['own', 'Other', 'first', 'Third', 'second'])
})

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

// Every page carries every icon of the sprite.
test('each icon of the sprite is used', () => {
  const sources = globSync('{app,components}/**/*.tsx').map((file) => readFileSync(file, 'utf8'))
  const uses = sources.flatMap((source) => source.match(/<Icon name=[^/]*|\bicon: '[^']*'/g) ?? [])
  const used = new Set([
    ...uses.flatMap((use) => use.match(/(?<=['"])[a-z-]+(?=['"])/g) ?? []),
    ...postStates,
  ])
  const inSprite = renderToStaticMarkup(<IconSprite />).matchAll(/id="icon-([^"]+)"/g)
  expect([...inSprite].map(([, name]) => name!).filter((name) => !used.has(name))).toEqual([])
})
