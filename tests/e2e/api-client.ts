import { clientOf, type Person } from './people'

const { TEST_SITE_URL } = process.env as Record<string, string>
const base = `${TEST_SITE_URL}/api/v1`

/** Creates an API key for a team member. */
export async function keyOf(owner: Person, scopes: string[]): Promise<string> {
  const client = await clientOf(owner)
  const { data, error } = await client.rpc('make_api_key', { name: 'Test', scopes })
  if (error) throw error
  return data as string
}

type Asked = { key?: string; body?: unknown; headers?: object }

/** Sends a request as a program would. */
export async function ask(method: string, path: string, { key, body, headers }: Asked = {}) {
  const response = await fetch(base + path, {
    method,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  return {
    status: response.status,
    headers: response.headers,
    // oxlint-disable-next-line typescript/no-explicit-any
    body: (text === '' ? null : JSON.parse(text)) as any,
  }
}
