import { type BackendOptions, startBackend, type StartedBackend } from '../../supabase/local/backend.ts'

/**
 * A throw-away Supabase, empty unless asked otherwise. Its port lies below those that systems give to outgoing
 * connections, one of which could hold it in an outage, and apart from those of test runs at the same time.
 */
export const startTestBackend = (folder: string, options: BackendOptions = {}): Promise<StartedBackend> =>
  startBackend({ folder, seed: false, durable: false, apiPort: 20_000 + (process.pid % 10_000), ...options })
