import type { Header } from 'next/dist/lib/load-custom-routes'
import { buildCustomRoute } from 'next/dist/server/lib/router-utils/filesystem'
import { expect, test } from 'vitest'
import config from '../../next.config.mjs'

/** The headers that Next adds to what it answers at a path, as its server reads the configuration. */
function headersAt(path: string): string[] {
  const { caseSensitiveRoutes } = (config.experimental ?? {}) as { caseSensitiveRoutes?: boolean }
  return (config.headers as () => Header[])()
    .filter(({ has }) => !has)
    .filter((rule) => buildCustomRoute('header', rule, undefined, caseSensitiveRoutes).match(path))
    .flatMap(({ headers }) => headers.map(({ key }) => key))
}

test.each(['/embed', '/embed/write', '/embed/own', '/embed/roadmap', '/embed/changelog'])(
  '%s says itself who may frame it',
  (path) => expect(headersAt(path)).not.toContain('X-Frame-Options'),
)

test.each([
  '/',
  '/embed/',
  '/embed/x',
  '/embedded',
  '/EMBED',
  '/Embed/Write',
  '/embed/OWN',
  '/%65mbed',
  '/-/-',
])('no one may frame %s', (path) =>
  expect(headersAt(path)).toEqual(expect.arrayContaining(['X-Frame-Options', 'Content-Security-Policy'])),
)
