import type { OxlintConfig } from 'oxlint'

// The rooms of lib/, lowest first: each may import from those before it, none from those behind it.
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

/** What only a server may run, and what only a browser may: neither imports the other. */
const serverOnly = {
  files: [
    'lib/{queries,publish,image,actions}/**',
    'lib/supabase/{server,public,refresh-once}.ts',
    'lib/session/{viewer,guards,sign-out,recovery-mark,client-address,request-session,continue-session}.ts',
  ],
  modules:
    '(lib/|(\\.\\./)+)(env|log|queries/.*|publish/.*|image/.*|supabase/(server|public|refresh-once)|session/(viewer|guards|sign-out|recovery-mark|client-address|request-session|continue-session))$|^\\./(viewer|guards|sign-out|recovery-mark|client-address|request-session|continue-session|server|public|refresh-once)$|^next/(headers|cache|server)$',
}
const browserOnly = {
  files: ['lib/browser/**', 'lib/session/{store,events,client,draft}.ts', 'lib/supabase/browser.ts'],
  modules:
    '(lib/|(\\.\\./)+)(browser/.*|supabase/browser|session/(store|events|client|draft))$|^\\./(store|events|client|draft|browser)$',
}
