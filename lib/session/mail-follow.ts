import 'server-only'
import { secretClient } from '../supabase/secret'

/** Whether visitors may follow by e-mail alone: their addresses are for the server's eyes, which needs its key. */
export const offersMailFollow = secretClient !== null
