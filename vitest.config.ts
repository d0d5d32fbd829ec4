import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vitest/config'
import { databaseTests, unitTests, workers } from './tests/support/long.ts'

const root = fileURLToPath(new URL('.', import.meta.url))
const alias = { '@/': root, 'server-only': `${root}tests/support/nothing.ts` }
/**
 * Uses packages as in production, also those that Node resolves itself, because the development build of the Markdown
 * parser is slow.
 */
const packages: Plugin = {
  name: 'packages of production',
  configResolved: ({ ssr }) => void (ssr.resolve!.conditions = ['node']),
}
const env = {
  NEXT_PUBLIC_SUPABASE_URL: 'http://127.0.0.1:54321',
  NEXT_PUBLIC_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_unit',
  SITE_URL: 'https://feedback.example.com',
}

/** Allow time for slow answers on a busy machine. */
const expectation = { poll: { timeout: 20_000 } }

export default defineConfig({
  test: {
    // Database tests mostly wait for the database, so a core kept free would be idle.
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
