import { expect, test, vi } from 'vitest'
import robots from '@/app/robots'
import { siteAddresses } from '../support/site-addresses.ts'

vi.mock('next/server', () => ({ connection: async () => {} }))

test('robots.txt closes only what the site answers', async () => {
  const { rules } = await robots()
  const closed = [rules].flat().flatMap(({ disallow }) => disallow ?? [])
  const names = closed.map((address) => /^\/([^/?$]+)[/?$]$/.exec(address)?.[1])
  expect(names).toContain('dashboard')
  expect(siteAddresses()).toEqual(expect.arrayContaining(names))
})
