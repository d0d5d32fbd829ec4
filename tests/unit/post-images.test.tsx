import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PostImages } from '@/components/post/post-images'

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
