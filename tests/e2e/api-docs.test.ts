import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ask, keyOf } from './api-client'
import { expect, test } from './fixtures'
import { createPerson, sql } from './people'
import { createPost } from './posts'

const { TEST_SITE_URL } = process.env as Record<string, string>
const docs = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8')
const exampleIn = (language: string) => new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(docs)![1]!

const has = (program: string) =>
  promisify(execFile)(program, ['--version']).then(
    () => true,
    () => false,
  )

test('the examples in the documentation work as described', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-docs-'))
  const admin = await createPerson({ admin: true })
  const key = await keyOf(admin, ['write', 'team'])
  const run = async (program: string, name: string, language: string) => {
    // An earlier run may have voted with this key already.
    const example = exampleIn(language).replace('customer@', `${admin.id}@`)
    writeFileSync(join(folder, name), example)
    const env = { ...process.env, SITE: TEST_SITE_URL, KEY: key, FORCE_COLOR: '0' }
    return (await promisify(execFile)(program, [name], { cwd: folder, env })).stdout
  }
  try {
    if (await has('curl')) {
      const said = await run('bash', 'example.sh', 'sh')
      expect(said).toContain('"items":')
      expect(said).toContain('export-as-pdf')
      expect(await run('bash', 'example.sh', 'sh')).toContain('export-as-pdf')
      const made = await sql`select count(*)::int as n from public.posts where author_id = ${admin.id}`
      expect(made[0]!.n).toBe(1)
    }
    // The example moves the first post of the inbox, which must not be another test's.
    const { id } = await createPost(null)
    await sql`update public.posts set created_at = '2000-01-01' where id = ${id}`
    expect(await run(process.execPath, 'example.ts', 'ts')).toContain("outcome: 'done'")
    expect((await sql`select state from public.posts where id = ${id}`)[0]!.state).toBe('candidate')
    await sql`delete from public.posts where id = ${id}`
    if (await has('python3')) expect(await run('python3', 'example.py', 'python')).toMatch(/has \d+ votes/)
  } finally {
    await rm(folder, { recursive: true })
  }
})

test('the OpenAPI document lists the documented endpoints', async () => {
  const { body, headers } = await ask('GET', '/openapi.json')
  expect(body.openapi).toMatch(/^3\.1/)
  expect(headers.get('content-type')).toBe('application/json')
  expect(body.components.securitySchemes.key).toMatchObject({ type: 'http', scheme: 'bearer' })
  expect(Object.keys(body.components.schemas.Post.properties)).toEqual([
    'id',
    'title',
    'details',
    'category',
    'slug',
    'state',
    'votes',
    'comments',
    'created_at',
    'author',
    'url',
  ])
  for (const operations of Object.values(body.paths) as object[]) {
    for (const [method, { requestBody, parameters = [] }] of Object.entries(operations)) {
      if (requestBody) expect(JSON.stringify(requestBody)).toContain('"additionalProperties":false')
      const names = parameters.map(({ name }: { name: string }) => name)
      if (method === 'post') expect(names).toContain('Idempotency-Key')
    }
  }
})

test('the OpenAPI page loads nothing from other sites @long', async ({ page }) => {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  await page.goto('/api', { waitUntil: 'commit' })
  await expect(page.getByText('List posts', { exact: true })).toBeVisible({ timeout: 30_000 })
  origins.delete('null')
  expect([...origins]).toEqual([TEST_SITE_URL])
})
