import { type BackendOptions, startBackend, type StartedBackend } from '../../supabase/local/backend.ts'

// Passwords of tests protect nothing, and each hash of the usual cost takes 90 ms of processor.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'

/**
 * A throw-away Supabase, empty unless asked otherwise. Its ports lie below those that systems give to outgoing
 * connections and apart from those of test runs at the same time: in an outage somebody else could take them.
 */
export const startTestBackend = (folder: string, options: BackendOptions = {}): Promise<StartedBackend> =>
  startBackend({
    folder,
    seed: false,
    durable: false,
    databasePort: 10_000 + (process.pid % 5_000),
    mailPort: 15_000 + (process.pid % 5_000),
    apiPort: 20_000 + (process.pid % 10_000),
    ...options,
  })
