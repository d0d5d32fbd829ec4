import { globSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { IconSprite } from '@/components/ui/icon-sprite'
import { postStates } from '@/lib/post/states'

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
