import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { databaseTests, unitTests, workers } from './tests/support/long.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = { '@/': root, 'server-only': `${root}tests/support/nothing.ts` }
/** Packages as production has them, also those that Node finds by itself: development's Markdown parser is slow. */
const packages: Plugin = {
  name: 'packages of production',
  configResolved: ({ ssr }) => void (ssr.resolve!.conditions = ['node']),
}
const env = {
  NEXT_PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_unit',
  SITE_URL: 'https://feedback.example.com',
}

/** What is waited for may come late on a machine with much else to do. */
const expectation = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    // The tests of the database mostly wait for it: a core kept free would idle.
    maxWorkers: workers,
    projects: [
      {
        // openapi-typescript uses the compiler as a library, which TypeScript 7 isn't.
        resolve: { alias: { ...alias, typescript: `${root}tests/support/typescript-library.ts` } },
        plugins: [packages],
        test: {
          name: 'unit',
          ...unitTests,
          env,
          server: { deps: { inline: ['openapi-typescript'] } },
          setupFiles: 'lib/words/catalog.ts',
          testTimeout: 90_000,
          hookTimeout: 180_000,
          expect: expectation,
        },
      },
      {
        resolve: { alias },
        plugins: [packages],
        test: {
          name: 'database',
          ...databaseTests,
          globalSetup: 'tests/support/backend.ts',
          setupFiles: ['tests/support/choose-backend.ts', 'lib/words/catalog.ts'],
          testTimeout: 90_000,
          expect: expectation,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'accounts',
          include: ['tests/accounts/**/*.test.ts'],
          // They share the limits of one project.
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
