import { createClient } from '@supabase/supabase-js'
import { cleanUp } from '../../lib/jobs/clean-up.ts'
import { withDatabase } from './connection.ts'
import { readOptions, runCommand } from './environment.ts'

readOptions(`Usage: npm run clean-up

Runs the worker's clean-up now. Permanently removes posts whose deletion can no longer be undone, stored files of
deleted content, and leftovers of interrupted uploads older than a day.`)
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
