import { createClient } from '@supabase/supabase-js'
import { cleanUp } from '../../lib/jobs/clean-up.ts'
import { withDatabase } from './connection.ts'
import { runCommand } from './environment.ts'

// npm run clean-up: the worker's clean-up, now. Removes for good the posts whose deletion can no longer be undone, and
// from the storage the objects of what is gone, with what interrupted uploads left for more than a day.
await runCommand(async () => {
  await withDatabase(async (sql, name) => {
    const { NEXT_PUBLIC_SUPABASE_URL: url, SUPABASE_SECRET_KEY: secretKey } = process.env
    if (!url || !secretKey) {
      throw new Error(
        'Set NEXT_PUBLIC_SUPABASE_URL and SUPABASE_SECRET_KEY. Removing stored files needs that key. See .env.example.',
      )
    }
    const { storage } = createClient(url, secretKey, { auth: { persistSession: false } })
    for (const sentence of await cleanUp({ sql, storage })) console.log(`${sentence} in ${name}.`)
  })
})
