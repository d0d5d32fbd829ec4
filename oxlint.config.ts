import type { OxlintConfig, OxlintOverride } from 'oxlint'
import { componentRooms, componentsUpTo, rooms, top, upTo } from './tests/lint/room-order.ts'

const packages = ['npm:', 'node:']
/**
 * Packages that are used in one place each: zod in lib/schemas/zod, the process in lib/env, decoders in their own
 * process, Redis in lib/instances, emails in lib/mail, webhooks in lib/webhook, and direct database access in lib/jobs
 * and lib/transfer.
 */
const apart = [
  'npm:zod',
  'npm:sharp',
  'npm:postgres',
  'npm:pg-boss',
  'npm:nodemailer',
  'npm:standardwebhooks',
  'npm:ipaddr.js',
  'npm:@redis',
  'node:process',
]
/** Code that bypasses every policy. Only requests with the operator's secret may run it. */
const jobs = ['lib/jobs', 'lib/mail', 'lib/webhook', 'lib/transfer']
const browser = ['lib/supabase/browser', 'lib/browser', 'lib/session/browser']
const server = [
  ...rooms.filter(
    (room) => !['lib/words', 'lib/text', 'lib/post', 'lib/schemas', 'lib/browser'].includes(room),
  ),
  'npm:next/cache',
  'npm:next/headers',
  'npm:next/server',
  'npm:server-only',
  'node:',
]
/** The secret key bypasses every policy. */
const secret = 'lib/supabase/secret'
const trusted = ['lib/supabase', 'lib/session', 'lib/actions']

/** The standalone site runs on the machine's Node, which may be 20, and visitors' browsers lack most of these too. */
const notInNode20 = [
  ['Array', 'fromAsync'],
  ['Map', 'groupBy'],
  ['Object', 'groupBy'],
  ['Promise', 'try'],
  ['Promise', 'withResolvers'],
  ['RegExp', 'escape'],
  [undefined, 'getTextInfo'],
  [undefined, 'getWeekInfo'],
]

/** What tests import besides the rooms. */
const tested = ['middleware', 'next.config', 'package.json']

/**
 * What some files may import, and where they may not. The closest name decides. From `types`, they may only import
 * types.
 */
function room(files: string, sees: string[], not = apart, types: string[] = []): OxlintOverride {
  const options = { sees: [...packages, ...sees], not, types }
  return { files: [files], rules: { 'rooms/sees': ['error', options] } }
}

const config: OxlintConfig = {
  jsPlugins: ['./tests/lint/rooms.ts'],
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'nextjs', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: [
    '.next/**',
    '.signpost/**',
    'supabase/.temp/**',
    'lib/supabase/database.types.ts',
    'next-env.d.ts',
  ],
  rules: {
    'react/react-in-jsx-scope': 'off',
    'import/no-unassigned-import': 'off',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/require-post-message-target-origin': 'off',
    'eslint/no-shadow': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    // Messages' tags are functions that create elements (components/ui/rich.tsx).
    'react/no-unstable-nested-components': 'off',
    'eslint/no-control-regex': 'off',
    'eslint/no-misleading-character-class': 'off',
    'nextjs/no-img-element': 'off',
    'nextjs/no-html-link-for-pages': 'off',
  },
  overrides: [
    {
      files: ['app/**', 'components/**', 'lib/**', 'middleware.ts', 'instrumentation*.ts'],
      rules: {
        'node/no-process-env': 'error',
        'no-restricted-properties': [
          'error',
          { object: 'globalThis', property: 'process' },
          ...notInNode20.map(([object, property]) => ({ object, property })),
        ],
        'no-restricted-globals': [
          'error',
          { globals: ['process'], checkGlobalObject: true, globalObjects: ['global'] },
        ],
      },
    },
    {
      files: ['app/**', 'components/**', 'lib/**'],
      rules: { 'rooms/words': 'error' },
    },
    // The API, board files, feeds and endpoints for machines are in English by design, because programs and engineers read them.
    {
      files: [
        'lib/api/**',
        'lib/schemas/api/**',
        'lib/transfer/**',
        'lib/schemas/mail-event.ts',
        'lib/publish/{answer,answer-jobs,answer-mail-events,api-reference,atom-feed,refuse-request,sitemap}.ts',
        'lib/publish/share-image.tsx',
      ],
      rules: { 'rooms/words': 'off' },
    },
    // Languages' own names, and values of the database.
    { files: ['lib/words/{languages,mail-causes,shown-name}.ts'], rules: { 'rooms/words': 'off' } },
    // Here, the whole document failed to load; the mailbox is only for developers.
    { files: ['app/global-error.tsx', 'app/mailbox/**'], rules: { 'rooms/words': 'off' } },
    { files: ['components/**', 'lib/**'], rules: { 'import/no-default-export': 'error' } },
    // Next loads it by its default export.
    { files: ['lib/cache/data-handler.mjs'], rules: { 'import/no-default-export': 'off' } },
    // The fonts' folder depends on the process.
    { files: ['lib/publish/share-text.ts'], rules: { 'no-restricted-globals': 'off' } },
    // One process starts the other and reports how it ended.
    {
      files: ['lib/image/{picture-process.ts,rewrite-picture.mjs}'],
      rules: { 'no-restricted-globals': 'off' },
    },
    {
      files: ['lib/env.ts'],
      rules: { 'node/no-process-env': 'off', 'no-restricted-globals': 'off' },
    },
    room('lib/**', top),
    room('lib/env.ts', top, []),
    ...rooms.map((name) => {
      const hidden = [...browser, ...jobs, ...(trusted.includes(name) ? [] : [secret])]
      return room(`${name}/**`, [...top, ...upTo(name)], [...apart, ...hidden])
    }),
    room(
      'lib/image/rewrite-picture.mjs',
      [],
      apart.filter((name) => name !== 'npm:sharp'),
    ),
    // Forms refuse an address in a private network. That check bypasses nothing.
    room(
      'lib/actions/leads-to-private.ts',
      [...top, ...upTo('lib/actions'), 'lib/webhook/reach'],
      [...apart, ...browser, ...jobs],
    ),
    room('lib/words/**', ['lib/words', 'messages']),
    room('lib/schemas/**', ['lib/schemas', 'lib/post', 'lib/text', 'lib/words'], packages),
    room('lib/schemas/zod.ts', [], []),
    room(
      'lib/transfer/**',
      [...top, ...upTo('lib/transfer')],
      apart.filter((name) => !['npm:postgres', 'npm:sharp', 'npm:zod'].includes(name)),
    ),
    room(
      'lib/jobs/**',
      [...top, ...upTo('lib/jobs')],
      apart.filter((name) => !['npm:postgres', 'npm:pg-boss'].includes(name)),
    ),
    room(
      'lib/mail/**',
      [...top, ...upTo('lib/mail')],
      apart.filter((name) => name !== 'npm:nodemailer'),
    ),
    room(
      'lib/webhook/**',
      [...top, ...upTo('lib/webhook')],
      apart.filter((name) => !['npm:standardwebhooks', 'npm:ipaddr.js'].includes(name)),
    ),
    room('lib/publish/answer-jobs.ts', [...top, ...upTo('lib/publish')], [...apart, ...browser, secret]),
    room(
      'lib/instances/change-log.ts',
      [],
      apart.filter((name) => name !== 'npm:@redis'),
    ),
    room(
      'lib/supabase/browser.ts',
      ['lib/supabase/cookies', 'lib/supabase/framed-cookie', 'lib/supabase/refresh-once'],
      [...apart, ...server],
    ),
    room('lib/browser/**', upTo('lib/browser'), [...apart, ...server]),
    room(
      'lib/session/browser/**',
      [
        ...upTo('lib/session'),
        ...browser,
        'lib/session/cookie',
        'lib/session/guarded-paths',
        'lib/supabase/framed-cookie',
      ],
      [...apart, ...server],
      ['lib/session', 'lib/supabase'],
    ),
    ...['components', ...componentRooms].map((name) =>
      room(
        `${name}/**`,
        [...top, ...rooms, ...componentsUpTo(name)],
        [...apart, ...jobs, 'lib/supabase', 'npm:@supabase'],
      ),
    ),
    room('components/ui/**', [
      'components/ui',
      'app/more.css',
      'lib/text',
      'lib/words',
      'lib/browser',
      'lib/schemas/action-result',
      'lib/schemas/zod',
    ]),
    room(
      'app/**',
      [...top, ...rooms, 'components', 'app'],
      [...apart, ...jobs, 'lib/supabase', 'lib/actions', 'npm:@supabase'],
    ),
    // Writes that aren't actions, because their bodies are larger than any action's.
    room('app/api/{pictures,imports}/route.ts', [
      'lib/words',
      'lib/actions/pictures',
      'lib/actions/uploads',
      'lib/publish',
      'lib/schemas',
      'lib/session',
    ]),
    room('{middleware,instrumentation*,next.config}.{ts,mjs}', ['lib', 'components'], [...apart, secret]),
    room('supabase/local/**', ['lib', 'supabase/local'], []),
    room('supabase/commands/**', ['lib', 'supabase/local', 'supabase/commands'], []),
    // The product and its tests import nothing from bench/, which shares tests/support with the tests.
    room('tests/**', ['app', 'components', 'lib', 'messages', 'supabase', 'tests', ...tested], []),
    {
      files: ['supabase/**', 'tests/**', 'bench/**'],
      rules: { 'react/immutability': 'off', 'react/rules-of-hooks': 'off' },
    },
  ],
}

export default config
