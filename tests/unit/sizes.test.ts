import { expect, test } from 'vitest'
import { sizedPath, sourceSet } from '../../lib/image/sizes'

test('a size is named after its image', () => {
  expect(sizedPath('a/b-640.c/d.webp', 320)).toBe('a/b-640.c/d-320.webp')
})

test('a browser gets all sizes of an image, and no choice when there is one', () => {
  const picture = { src: 'https://a.test/b.webp', width: 2000 }
  expect(sourceSet({ ...picture, widths: [320, 640] })).toBe(
    'https://a.test/b-320.webp 320w, https://a.test/b-640.webp 640w, https://a.test/b.webp 2000w',
  )
  expect(sourceSet({ ...picture, widths: [] })).toBeUndefined()
})
