/** Once per server: a wrong configuration stops the start with a sentence that names the variable. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { env } = await import('./lib/env')
  if (!env.NEXT_PUBLIC_CLARITY_ID) {
    console.warn('NEXT_PUBLIC_CLARITY_ID is not set: session replay is off.')
  }
}
