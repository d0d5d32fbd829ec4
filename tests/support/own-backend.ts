import { afterAll, inject } from 'vitest'
import { startOne } from './backend.ts'

// Imported first, gives a test file a Supabase of its own, because it works on everything that is in it. Without, it
// takes minutes after the tests of imports. None if the environment names one.
if (inject('backends').length > 0) {
  const { env, stop } = await startOne()
  Object.assign(process.env, env)
  afterAll(stop)
}
