import { type BackendOptions, startBackend, type StartedBackend } from '../../supabase/local/backend.ts'

// Test passwords protect nothing, and each hash at the usual cost takes 90 ms of processor time.
process.env.LITE_AUTH_BCRYPT_COST ??= '4'

/**
 * A throw-away Supabase, empty by default. Its ports are below those that systems use for outgoing connections, and
 * apart from those of parallel test runs. Otherwise another program could take them during an outage.
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
