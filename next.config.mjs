import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { postOrders, postStates } from './lib/post/states.ts'
import {
  embedHeaders,
  embedSource,
  memberHeaders,
  otherSource,
  securityHeaders,
} from './lib/publish/security-headers.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))

const order = { type: 'query', key: 'sort', value: `(?<order>${postOrders.join('|')})` }
const state = { type: 'query', key: 'state', value: `(?<state>${postStates.join('|')})` }
const table = { type: 'query', key: 'view', value: 'table' }
const ofCategory = { type: 'query', key: 'category', value: '(?<category>[A-Za-z0-9-]{1,60})' }
const after = { type: 'query', key: 'after', value: String.raw`(?<after>[\w-]{1,2000})` }
const unreadableAfter = { type: 'query', key: 'after' }
const sessionCookie = { type: 'header', key: 'cookie', value: String.raw`.*-auth-token(?:\.\d+)?=.*` }
const listQuery = ['sort', 'state', 'view', 'after', 'category'].map((key) => ({ type: 'query', key }))
const category = '/:category([A-Za-z0-9-]+)'
const buildFolder = process.env.SIGNPOST_BUILD_FOLDER || '.next'

/**
 * A list's view, order and filter are in the query, where people expect them. A static page can't read its query, so
 * each combination is a page of its own behind the rewrites.
 */
function listRewrites(source, target, extra = []) {
  return [
    { has: [...extra, order, state], destination: `${target}/:order/:state` },
    { has: [...extra, order], destination: `${target}/:order/all` },
    { has: [...extra, state], destination: `${target}/top/:state` },
  ].map((rule) => ({ source, ...rule }))
}

/** @type {import('next').NextConfig} */
const config = {
  cacheComponents: true,
  // Stored pages turn prefetching on themselves (prefetch = 'partial'). A page rendered for each request would be
  // rendered twice, to include what the browser may store of it.
  partialPrefetching: false,
  typedRoutes: false,
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // For crawlers it knows, Next would render each page again, but the stored page has everything they need.
  htmlLimitedBots: /^$/,
  // Otherwise, Next renames 127.0.0.1 and ::1 to localhost in the addresses that its middleware gets and returns, takes
  // a rewrite for one to another site, and fetches it over the network.
  skipProxyUrlNormalize: true,
  // lib/cache is the only store of pages and their data. Development uses Next's own.
  ...(process.env.NODE_ENV === 'production' && {
    cacheHandlers: { default: fileURLToPath(new URL('lib/cache/data-handler.mjs', import.meta.url)) },
    cacheMaxMemorySize: 0,
    // lib/cache/answer-unchanged.ts sets the ETags of stored pages.
    generateEtags: false,
  }),
  // Each build has its own folder (supabase/commands/build-site.ts).
  distDir: buildFolder,
  // npm test checks all types. A build must work without the packages that only tests need.
  typescript: { ignoreBuildErrors: true },
  generateBuildId: () => process.env.SIGNPOST_BUILD_ID ?? null,
  env: {
    BUILD_ID: process.env.SIGNPOST_BUILD_ID ?? 'development',
    BUILD_TIME: process.env.SIGNPOST_BUILD_TIME ?? '0',
    BUILD_FOLDER: buildFolder,
    SIGNPOST_VERSION: version,
  },
  cacheLife: {
    // A change made directly in the database shows within a minute, and nothing older than five minutes is served.
    board: { stale: 30, revalidate: 30, expire: 300 },
  },
  // These packages find parts of themselves at run time.
  serverExternalPackages: ['nodemailer', 'pg-boss'],
  // Pictures are resized once, on upload. No request makes the server work on one.
  images: { unoptimized: true },
  experimental: {
    // Only the widget's own pages may be framed, but not a 404 page at /EMBED.
    caseSensitiveRoutes: true,
    // In bytes before minifying. With Next's default of 50 kB, a page loads three more files.
    turbopackChunking: { minChunkSize: 300_000 },
    // It would be 120 MB that nothing reads, because the next build uses another folder.
    turbopackFileSystemCacheForBuild: false,
    // They would be 57 MB of 97, and a tenth of the build. Only `next dev` tells Node to read them.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
    // Anyone can invent addresses, also of missing pages, so they must not fill the disk.
    isrFlushToDisk: false,
    // Pages wait for their data on purpose: with a boundary above it, missing pages would answer 200.
    instantInsights: { validationLevel: 'manual-warning' },
  },
  // A folder that contains everything needed to run, for containers (Dockerfile). `next start` doesn't need it.
  output: process.env.SIGNPOST_STANDALONE ? 'standalone' : undefined,
  // A separate process runs it (lib/image/picture-process.ts), so no import shows that it is needed.
  outputFileTracingIncludes: {
    '/api/reference/*': ['node_modules/swagger-ui-dist/swagger-ui{-bundle.js,.css}'],
    '/widget.js': ['lib/publish/widget.js'],
    '/api/share-image': ['node_modules/@expo-google-fonts/**/*.ttf'],
    '/api/{pictures,jobs,share-image}': [
      'lib/image/rewrite-picture.mjs',
      'node_modules/{sharp,detect-libc,semver}/**',
      'node_modules/@img/**',
    ],
  },
  headers: () => [
    { source: otherSource, headers: securityHeaders(process.env.SITE_URL) },
    { source: embedSource, headers: embedHeaders(process.env.SITE_URL) },
    { source: '/:path*', has: [sessionCookie], headers: memberHeaders },
  ],
  rewrites: () => ({
    // In `fallback`, so that the site's own addresses take precedence over categories, and a post's address, which has
    // its own route, isn't compared with any of these. Addresses without a query are rewritten too, because the
    // browser's router would otherwise take both for one route. They come first, because Next compiles every rule it
    // compares, for every request.
    beforeFiles: [],
    afterFiles: [],
    fallback: [
      { source: '/', missing: listQuery, destination: '/roadmap/map/all' },
      { source: '/changelog', destination: '/changelog/label/all' },
      { source: category, missing: listQuery, destination: '/lists/:category' },
      { source: '/', has: [after], destination: '/more/all/:after/top/all' },
      { source: '/', has: [unreadableAfter], destination: '/-/-' },
      ...listRewrites('/', '/roadmap/table/:category', [table, ofCategory]),
      { source: '/', has: [table, ofCategory], destination: '/roadmap/table/:category/top/all' },
      { source: '/', has: [ofCategory], destination: '/roadmap/map/:category' },
      ...listRewrites('/', '/roadmap/table/all', [table]),
      { source: '/', has: [table], destination: '/roadmap/table/all/top/all' },
      { source: '/', destination: '/roadmap/map/all' },
      ...listRewrites(category, '/more/:category/:after', [after]),
      { source: category, has: [after], destination: '/more/:category/:after/top/all' },
      { source: category, has: [unreadableAfter], destination: '/-/-' },
      ...listRewrites(category, '/lists/:category'),
      { source: category, destination: '/lists/:category' },
    ],
  }),
}

export default config
