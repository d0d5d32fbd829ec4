import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../supabase/local/backend.ts'

// What Next answers itself, and the rewrite of all feedback (next.config.mjs).
const withoutFile = ['_next', '404', '500', 'all']

const namedOtherwise: Record<string, string> = {
  'manifest.ts': 'manifest.webmanifest',
  'robots.ts': 'robots.txt',
  'sitemap.ts': 'sitemap.xml',
}

/** The first segments of all addresses that the site answers itself, which no category can have. */
export function siteAddresses(): string[] {
  const publicFolder = join(projectRoot, 'public')
  const files = existsSync(publicFolder) ? readdirSync(publicFolder) : []
  return [...new Set([...withoutFile, ...files, ...addressesIn(join(projectRoot, 'app'))])].toSorted()
}

function addressesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory()) return addressOfFile(entry.name)
    // A folder in brackets groups routes and isn't part of their addresses.
    if (entry.name.startsWith('(')) return addressesIn(join(folder, entry.name))
    return /^[[@_]/.test(entry.name) ? [] : [entry.name]
  })
}

function addressOfFile(name: string): string[] {
  const image = /^(icon|apple-icon|opengraph-image|twitter-image)\d*(?=\.[jt]sx?$)/.exec(name)
  if (image) return [image[0]]
  if (name in namedOtherwise) return [namedOtherwise[name]!]
  return /\.(ico|svg|png|jpe?g|gif|txt|xml|json|webmanifest)$/.test(name) ? [name] : []
}
