import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  account,
  admins,
  attacker,
  bring,
  expectOperatorUntouched,
  honest,
  hostileBoard,
  operator,
  planted,
  profile,
  sql,
  takeover,
  past,
  useBoards,
} from '../support/hostile-board.ts'

useBoards()

test('a board makes no one an admin by itself, replaces no one, and brings no addresses or keys', async () => {
  const file = await hostileBoard('plain.zip')
  const before = await sql`select value from private.mail_key`
  const dry = await bring([file, '--dry-run'])
  expect(dry).toMatchObject({ code: 0 })
  const result = await bring([file])
  expect(result).toMatchObject({ code: 0 })
  expect(await admins()).toEqual([operator])
  expect([...(await sql`select id from public.profiles where is_team`)]).toEqual([{ id: operator }])
  expect((await sql`select email from auth.users order by email`).map(({ email }) => email)).toEqual([
    'attacker@example.com',
    'operator@example.com',
  ])
  expect(await sql`select from private.mail_addresses`).toHaveLength(0)
  expect([...(await sql`select value from private.mail_key`)]).toEqual([...before])
  expect(await sql`select from private.notice_settings where feed_key is not null`).toHaveLength(0)
  expect((await sql`select name from public.profiles where id = ${planted}`)[0]!.name).toBe('Planted admin')
  for (const { output } of [dry, result]) {
    expect(output).toContain('planted@example.com (Somebody): admin')
    expect(output).toContain("The site's marketing_url becomes: https://evil.example")
    expect(output).toContain("The site's widget_origins becomes: https://frames.example")
    expect(output).toContain('--with-emails')
    expect(output).toContain('--admins')
  }
  await expectOperatorUntouched()
}, 120_000)

test('a board can’t write in the name of people who have signed in here', async () => {
  const spellings = [operator, operator.toUpperCase(), `{${operator}}`, operator.replaceAll('-', '')]
  const said = (author_id: string) => ({
    id: 1,
    post_id: 1,
    author_id,
    body: 'We give it away.',
    created_at: past,
  })
  for (const [at, spelling] of spellings.entries()) {
    const file = await hostileBoard(`speaks-${at}.zip`, { 'public.comments': [said(spelling)] })
    for (const args of [[file, '--dry-run'], [file]])
      expect(await bring(args)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('has content by operator@example.com'),
      })
  }
  expect(await bring([await hostileBoard('takes.zip', takeover())])).toMatchObject({ code: 1 })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  await expectOperatorUntouched()
}, 120_000)

test('two rows in one line are refused before the first row is written', async () => {
  const said = (author_id: string) => ({ id: 1, post_id: 1, author_id, body: 'No', created_at: past })
  const line = [said(planted), said(operator)].map((row) => JSON.stringify(row)).join()
  const file = await hostileBoard('line.zip', { 'public.comments': [said(planted), line] })
  for (const args of [[file, '--dry-run'], [file], [file, '--with-emails']])
    expect(await bring(args)).toMatchObject({
      code: 1,
      errors: expect.stringContaining("Row 2 of tables/public.comments.jsonl isn't a single JSON object"),
    })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  await expectOperatorUntouched()
}, 120_000)

test('a repeated name in a row is written as it was checked', async () => {
  const twice = `{"user_id": "${operator}", "role": "admin", "user_id": "${planted}", "created_at": "${past}"}`
  const escaped = `{"user\\u005fid": "${operator}", "role": "admin", "created_at": "${past}"}`
  const refusal = expect.stringContaining('has content by operator@example.com')
  expect(await bring([await hostileBoard('escaped.zip', { 'public.roles': [escaped] })])).toMatchObject({
    errors: refusal,
  })
  expect(await bring([await hostileBoard('twice.zip', { 'public.roles': [twice] })])).toMatchObject({
    code: 0,
  })
  expect(await admins()).toEqual([operator])
  await expectOperatorUntouched()
}, 120_000)

test('the named person gets the displayed role, and no second account gets one through spelling', async () => {
  const [kim, other] = [randomUUID(), randomUUID()]
  const file = await hostileBoard('roles.zip', {
    accounts: [account(kim, 'kim@example.com', 'Kim'), account(other, 'KIM@example.com', 'Kim')],
    'public.profiles': [profile(kim, 'Kim'), profile(other, 'Kim')],
    'public.roles': [
      { user_id: kim, role: 'moderator', created_at: past },
      { user_id: kim, role: 'admin', created_at: past },
      { user_id: other, role: 'admin', created_at: past },
    ],
  })
  const result = await bring([file, '--with-emails', '--admins', 'kim@example.com'])
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).toContain('kim@example.com (Kim): moderator\n')
  expect([...(await sql`select user_id, role from public.roles where user_id <> ${operator}`)]).toEqual([
    { user_id: kim, role: 'moderator' },
  ])
  await sql`delete from public.roles where user_id = ${kim}`
  await sql`truncate private.mail_addresses cascade`
  await sql`delete from auth.users where id not in (${operator}, ${attacker})`
}, 120_000)

test('ids in a file can’t collide with later rows or be too large for it', async () => {
  const post = (id: number | string) => ({
    id,
    category_id: 1,
    author_id: planted,
    title: `Post ${id}`,
    slug: `post-${id}`,
  })
  const category = { id: 1, slug: 'ideas', name: 'Ideas', position: 1 }
  const board = (id: number | string) => ({ 'public.categories': [category], 'public.posts': [post(id)] })
  for (const [at, id] of [1e15, '9223372036854775807', 2 ** 53].entries()) {
    expect(await bring([await hostileBoard(`large-${at}.zip`, board(id))])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('public.posts has numbers with more than 15 digits'),
    })
    await sql`truncate private.board_imports`
  }
  const [next] = await sql<
    { id: string }[]
  >`select nextval(pg_get_serial_sequence('public.posts', 'id')) as id`
  await sql`truncate private.board_imports`
  const file = await hostileBoard('next.zip', board(Number(next!.id) + 1))
  expect(await bring([file])).toMatchObject({ code: 0 })
  await sql`insert into public.posts (category_id, title) values (1, 'The next one')`
  await sql`truncate public.posts cascade`
}, 120_000)

test('no one is notified about what a file claims, and circular rows don’t block anything', async () => {
  await sql`
    insert into private.webhooks (address, shape, kinds, secret)
    values ('https://example.org/', 'json', array['post.created', 'comment.created'], private.new_secret())`
  const post = (id: number) => ({
    id,
    category_id: 1,
    author_id: planted,
    title: `A post in a circle`,
    slug: `circle-${id}`,
    deleted_at: id === 1 ? null : 'infinity',
  })
  const said = (id: number, parent_id: number | null, body: string) => ({
    id,
    post_id: 1,
    parent_id,
    author_id: planted,
    body,
    created_at: past,
  })
  const merge = (id: number, post_id: number, into_id: number) => ({
    id,
    post_id,
    into_id,
    stays_id: into_id,
    title: 'A post in a circle',
    merged_at: past,
  })
  const event = (id: number, kind: string) => ({
    id,
    kind,
    post_id: 1,
    actor_id: planted,
    created_at: new Date(),
  })
  const file = await hostileBoard('told.zip', {
    'public.categories': [{ id: 1, slug: 'ideas', name: 'Ideas', position: 1 }],
    'public.posts': [post(1), post(2), post(3)],
    'public.post_merges': [merge(1, 2, 3), merge(2, 3, 2), merge(3, 1, 2)],
    'public.comments': [said(1, 1, 'I answer myself, @Hanna'), said(2, 3, 'And I'), said(3, 2, 'Me too')],
    'private.follows': [{ post_id: 1, person_id: honest, level: 'all' }],
    'private.events': [event(1, 'post.created'), event(2, 'comment.created'), event(3, 'post.merged')],
    'private.notices': [{ person_id: honest, event_id: 1, reason: 'follow' }],
  })
  expect(await bring([file, '--with-emails'])).toMatchObject({ code: 0 })
  await sql`select private.tell(), private.make_summaries(), private.gather_mails()`
  const [told] = await sql`
    select (select count(*)::integer from private.webhook_deliveries) as deliveries,
      (select count(*)::integer from private.untold) as untold,
      (select count(*)::integer from private.mails where kind <> 'summary') as mails,
      (select count(*)::integer from private.mail_parts) as mail_parts`
  expect(told).toEqual({ deliveries: 0, untold: 0, mails: 0, mail_parts: 0 })
  await sql.begin(async (as) => {
    await as`set local statement_timeout = '5s'`
    for (const name of ['list_comments', 'list_replies', 'feed_comments'])
      await as.unsafe(`select from public.${name}(1)`)
    await as`select private.find_miscounts()`
  })
  await sql`truncate private.mail_addresses, private.webhooks, public.posts cascade`
  await sql`delete from auth.users where id not in (${operator}, ${attacker})`
}, 120_000)

test('only named people become admins, under the address that they have here', async () => {
  const file = await hostileBoard('named.zip', takeover())
  expect(await bring([file, '--admins', 'hanna@example.com'])).toMatchObject({
    code: 1,
    errors: expect.stringContaining('--admins needs --with-emails'),
  })
  expect(
    await bring([file, '--with-emails', '--admins', 'hanna@example.com,typo@example.com']),
  ).toMatchObject({
    code: 1,
    errors: expect.stringContaining('typo@example.com'),
  })
  expect(await sql`select from private.board_imports`).toHaveLength(0)
  const result = await bring([file, '--with-emails', '--admins', ' Hanna@example.com, boss@example.com'])
  expect(result).toMatchObject({ code: 0 })
  expect(result.output).toContain('planted@example.com (Somebody): admin, left out')
  expect(result.output).toContain('hanna@example.com (Somebody): admin\n')
  expect(result.output).toContain('boss@example.com got no role')
  expect(await admins()).toEqual([operator, honest].toSorted())
  expect(
    (await sql`select id from public.profiles where is_team`).map(({ id }) => id as string).toSorted(),
  ).toEqual([operator, honest].toSorted())
  expect((await sql`select email from auth.users where id = ${attacker}`)[0]!.email).toBe(
    'attacker@example.com',
  )
  await expectOperatorUntouched()
}, 120_000)
