import type { SupabaseClient } from '@supabase/supabase-js'

/** Calls a function over REST by its name; the outcome's rows are whatever the test says they are. */
export async function call<T>(
  client: unknown,
  name: string,
  args: Record<string, unknown> = {},
): Promise<{ data: T | null; error: { code: string; message: string } | null }> {
  const { data, error } = await (client as SupabaseClient).rpc(name, args)
  return { data: data as T | null, error }
}
