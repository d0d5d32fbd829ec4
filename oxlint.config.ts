import type { OxlintConfig } from 'oxlint'

/** The rooms of lib/, lowest first: a room imports from those before it and from none behind it. */
const rooms = [
  'supabase',
  'text',
  'image',
  'post',
  'schemas',
  'browser',
  'session',
  'queries',
  'publish',
  'actions',
]

type Rules = NonNullable<OxlintConfig['rules']>
type Pattern = { group: string[]; message: string; allowTypeImports?: boolean }

const nothingAbove: Pattern = {
  group: ['**/components/**', '**/app/**', '**/supabase/{local,commands}/**', '**/tests/**'],
  message: 'lib/ is below routes, views, commands and tests.',
}
const noBrowser: Pattern = {
  group: ['**/browser', '**/browser/**'],
  message: 'This file runs on the server; that one only in a browser.',
}
/** The rooms that may use the secret key, beside the one that holds it. */
const trusted = ['supabase', 'session', 'actions']
const noSecret: Pattern = {
  group: ['**/supabase/secret'],
  message: 'The secret key passes every policy: only lib/session and lib/actions may use it.',
}
const noServer: Pattern = {
  group: [
    '**/env',
    '**/log',
    '**/cache-tags',
    '**/{image,queries,publish,actions}/**',
    '**/supabase/*',
    '!**/supabase/browser',
    '../*',
    '!../cookie',
    '!../{schemas,post,text}/**',
    'next/{cache,headers,server}',
    'server-only',
  ],
  message: 'This file runs only in a browser; that one on the server.',
  allowTypeImports: true,
}

function restrict(...patterns: Pattern[]): Rules {
  return { 'no-restricted-imports': ['error', { patterns }] }
}

/** What a room may not import: the rooms behind it, and whatever is above lib/. */
function inRoom(room: string, ...more: Pattern[]) {
  const behind = rooms.slice(rooms.indexOf(room) + 1)
  const message = `lib/${room} is below that room.`
  const higher = behind.map((name) => ({
    group: [`**/lib/${name}/**`, `../${name}/**`, `../../${name}/**`],
    message,
  }))
  return { files: [`lib/${room}/**`], rules: restrict(nothingAbove, ...higher, ...more) }
}

const config: OxlintConfig = {
  plugins: ['typescript', 'react', 'jsx-a11y', 'import', 'unicorn', 'nextjs', 'node'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['.next/**', 'supabase/.temp/**', 'lib/supabase/database.types.ts', 'next-env.d.ts'],
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
    'eslint/no-control-regex': 'off',
    'eslint/no-misleading-character-class': 'off',
    'nextjs/no-img-element': 'off',
    'nextjs/no-html-link-for-pages': 'off',
  },
  overrides: [
    {
      files: ['app/**', 'components/**', 'lib/**', 'middleware.ts', 'instrumentation*.ts'],
      rules: { 'node/no-process-env': 'error' },
    },
    // Node loads the store by itself, and lib/env wants a bundle.
    { files: ['lib/env.ts', 'lib/publish/page-store.ts'], rules: { 'node/no-process-env': 'off' } },
    {
      files: ['lib/*.ts'],
      rules: restrict(nothingAbove, {
        group: ['./*/**', '@/lib/*/**'],
        message: 'The top of lib/ is below every room.',
      }),
    },
    ...rooms
      .filter((room) => room !== 'schemas' && room !== 'browser')
      .map((room) => inRoom(room, noBrowser, ...(trusted.includes(room) ? [] : [noSecret]))),
    inRoom('schemas', {
      group: ['*', '**/*', '!zod', '!./*', '!../{post,text}/**', '!@/lib/{post,text}/**'],
      message: "Schemas know zod and the domain's words only.",
    }),
    inRoom('browser', noServer),
    { ...inRoom('session', noServer), files: ['lib/session/browser/**'] },
    { files: ['lib/supabase/browser.ts'], rules: restrict(nothingAbove, noServer) },
    {
      files: ['components/**'],
      rules: restrict(
        { group: ['**/app/**'], message: 'Views are below routes.' },
        {
          group: ['**/lib/supabase/**', '@supabase/**'],
          message: 'Views read through lib/queries and write through lib/actions.',
        },
        {
          group: ['**/supabase/{local,commands}/**', '**/tests/**'],
          message: 'Views are above lib/ and nothing else.',
        },
      ),
    },
    {
      files: ['app/**'],
      rules: restrict(
        {
          group: ['**/lib/actions/**', '**/lib/supabase/**', '@supabase/**'],
          message: 'A route arranges: no client, no action.',
        },
        { group: ['zod', 'zod/**'], message: 'What is well formed stands in lib/schemas.' },
        {
          group: ['**/supabase/{local,commands}/**', '**/tests/**'],
          message: 'A route is above components/ and lib/ and nothing else.',
        },
      ),
    },
    {
      files: ['supabase/**', 'tests/**'],
      rules: { 'react/immutability': 'off', 'react/rules-of-hooks': 'off' },
    },
  ],
}

export default config
