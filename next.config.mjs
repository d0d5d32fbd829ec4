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
 * The view, order and filter of a list live in the query, where people expect them. A static page cannot
 * read its query, so each combination is a page of its own behind the address.
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
  // Stored pages ask for it themselves (prefetch = 'partial'). One made for each request would be made twice, to be
  // sent along once more as what the browser may keep of it.
  partialPrefetching: false,
  typedRoutes: false,
  agentRules: false,
  poweredByHeader: false,
  reactStrictMode: true,
  // Next would make each page anew for the crawlers it knows; the stored page has all that they look for.
  htmlLimitedBots: /^$/,
  // Next would rename 127.0.0.1 and ::1 to localhost in the addresses its middleware sees and gives, take a rewrite for
  // another site's, and fetch it over the network.
  skipProxyUrlNormalize: true,
  // Pages and what they are made of are kept in lib/cache, and nothing beside it. Development keeps what Next does.
  ...(process.env.NODE_ENV === 'production' && {
    cacheHandlers: { default: fileURLToPath(new URL('lib/cache/data-handler.mjs', import.meta.url)) },
    cacheMaxMemorySize: 0,
    // A stored page has its tag from there (lib/cache/answer-unchanged.ts).
    generateEtags: false,
  }),
  // Each build has its own (supabase/commands/build-site.ts).
  distDir: buildFolder,
  // npm test checks the types of everything. Who only builds need not have the packages that are for tests.
  typescript: { ignoreBuildErrors: true },
  generateBuildId: () => process.env.SIGNPOST_BUILD_ID ?? null,
  env: {
    BUILD_ID: process.env.SIGNPOST_BUILD_ID ?? 'development',
    BUILD_TIME: process.env.SIGNPOST_BUILD_TIME ?? '0',
    BUILD_FOLDER: buildFolder,
    SIGNPOST_VERSION: version,
  },
  cacheLife: {
    // A change made straight in the database shows within a minute; nothing older than five is served.
    board: { stale: 30, revalidate: 30, expire: 300 },
  },
  // They find parts of themselves at run time.
  serverExternalPackages: ['nodemailer', 'pg-boss'],
  // Pictures are made smaller once, when they arrive: no request makes the server work on one.
  images: { unoptimized: true },
  experimental: {
    // Only the widget's own pages go without the headers against framing, and not a 404 page at /EMBED.
    caseSensitiveRoutes: true,
    // In bytes before minifying. With Next's own 50 kB a page loads three files more.
    turbopackChunking: { minChunkSize: 300_000 },
    // 120 MB that nobody would read: the next build has another folder.
    turbopackFileSystemCacheForBuild: false,
    // Addresses anybody can invent (also those of pages that do not exist) must not fill the disk.
    isrFlushToDisk: false,
    // A page waits for its data on purpose: a boundary above it would answer 200 for what does not exist.
    instantInsights: { validationLevel: 'manual-warning' },
  },
  // A folder with all that is needed to run, for containers (Dockerfile). `next start` does without it.
  output: process.env.SIGNPOST_STANDALONE ? 'standalone' : undefined,
  // Another process runs it (lib/image/picture-process.ts), so no import tells of it.
  outputFileTracingIncludes: {
    '/api/reference/*': ['node_modules/swagger-ui-dist/swagger-ui{-bundle.js,.css}'],
    '/widget.js': ['lib/publish/widget.js'],
    '/api/{pictures,jobs}': [
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
    // Fallback: the site's own addresses win over a category, and a post's address, which a route of its own
    // matches, is compared with none of these. The plain addresses are rewritten as well, not only those with a
    // query: the browser's router would else take one route for both. They come first because Next compiles
    // every rule it compares, for every request.
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
