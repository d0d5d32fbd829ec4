import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { actingAs, createMember, createPost, type Member, sql } from '../support/database.ts'
import { addPost, marked, search, word } from '../support/search.ts'

type Pair = { said_by: number; shared: string[]; posts: { id: number; votes_total: number }[] }

const [admin, member] = await Promise.all([
  createMember({ name: 'Admin', admin: true }),
  createMember({ name: 'Member' }),
])

const suggested = async () => (await admin.call('suggest_merges')) as unknown as Pair[]
const find = (pairs: Pair[], ids: number[]) =>
  pairs.find(({ posts }) => posts.every(({ id }) => ids.includes(id)))
const saySame = (by: Member, post_id: number, other_id: number) =>
  by.client.rpc('say_same', { post_id, other_id })
const rareWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 12)}`

/**
 * Posts with words that no other test uses, because tests would wait for each other; newer than those of other tests.
 */
async function addNewest(as: TransactionSql, titles: string[]): Promise<number[]> {
  const posts = await as<{ id: string }[]>`
    insert into public.posts (category_id, title)
    select c.id, title from public.categories c, unnest(${titles}::text[]) title
    where c.slug = 'new-features' returning id`
  const ids = posts.map(({ id }) => Number(id))
  await as`reset role`
  await as`update public.posts set created_at = now() + interval '1 day' where id = any (${ids})`
  await as`set local role authenticated`
  return ids
}

/** Only of these two: a test that wrote posts holds the totals, and may not wait for someone who holds other posts. */
async function suggestedTo(as: TransactionSql): Promise<Pair[]> {
  const [row] = await as<{ pairs: Pair[] }[]>`select public.suggest_merges(2) as pairs`
  return row!.pairs
}

describe('pairs of posts', () => {
  test('are suggested with the rare words that both titles contain', async () => {
    const [rare, other] = [rareWord(), rareWord()]
    const pair = await actingAs(admin, async (as) => {
      const ids = await addNewest(as, [`${rare} ${other} ${rareWord()}`, `${other} ${rareWord()} ${rare}`])
      return find(await suggestedTo(as), ids)
    })
    expect(pair).toMatchObject({ said_by: 0, shared: expect.arrayContaining([rare, other]) })
  })

  test('aren’t suggested for one word split by a hyphen, as in e-mail', async () => {
    const shared = `q-${rareWord()}`
    const pair = await actingAs(admin, async (as) => {
      const titles = [`${rareWord()} ${rareWord()} ${shared}`, `${rareWord()} ${rareWord()} ${shared}`]
      const ids = await addNewest(as, titles)
      return find(await suggestedTo(as), ids)
    })
    expect(pair).toBeUndefined()
  })

  test('aren’t suggested for one of two words', async () => {
    const shared = rareWord()
    const pair = await actingAs(admin, async (as) => {
      const ids = await addNewest(as, [`${rareWord()} ${shared}`, `${rareWord()} ${shared}`])
      return find(await suggestedTo(as), ids)
    })
    expect(pair).toBeUndefined()
  })

  test.each([
    ['three of four words', 3, true],
    ['two of three words', 2, false],
  ])('with common words in their titles are suggested for %s: %#', async (_, shared, isSuggested) => {
    const common = Array.from({ length: shared }, rareWord)
    const pair = await actingAs(admin, async (as) => {
      const ids = await addNewest(as, [common.join(' '), [...common, rareWord()].join(' ')])
      await as`reset role`
      await as`update private.search_words set documents = 1000000 where word = any (${common})`
      await as`set local role authenticated`
      return find(await suggestedTo(as), ids)
    })
    expect(pair?.shared.toSorted()).toEqual(isSuggested ? common.toSorted() : undefined)
  })

  test('are updated when a title changes, and every day', async () => {
    const [rare, other] = [rareWord(), rareWord()]
    const found = await actingAs(admin, async (as) => {
      const ids = await addNewest(as, [`${rare} ${other}`, rareWord()])
      const isFound = async () => find(await suggestedTo(as), ids) !== undefined
      const before = await isFound()
      await as`update public.posts set title = ${`${other} ${rare}`} where id = ${ids[1]!}`
      const renamed = await isFound()
      await as`reset role`
      const isNew = async () =>
        (await as`select found_at = now() as is_new from private.alike_posts where post_id = ${ids[1]!}`)[0]!
          .is_new
      await as`update private.alike_posts set found_at = now() - interval '21 hours' where post_id = ${ids[1]!}`
      await as`select private.find_alike(2)`
      const kept = !(await isNew())
      await as`select private.find_alike(2, '20 hours')`
      return { before, renamed, kept, fresh: await isNew() }
    })
    expect(found).toEqual({ before: false, renamed: true, kept: true, fresh: true })
  })

  test('are searched by two at once, and neither holds what the other waits for', async () => {
    const [low, high] = [await createPost(), await createPost()]
    const ids = [low.id, high.id]
    await sql`update public.posts set created_at = now() + interval '1 hour' where id = any (${ids})`
    await suggested()
    await sql`update private.alike_posts set title = 'Before' where post_id = ${low.id}`
    await sql`update private.alike_posts set found_at = now() - interval '2 days' where post_id = ${high.id}`
    const looking = await sql.begin(async (as) => {
      await as`select from private.alike_posts where post_id = ${low.id} for update`
      const answer = suggested()
      const waits = async () =>
        (
          await sql`select from pg_locks where not granted and locktype in ('transactionid', 'tuple')
          and pid in (select pid from pg_stat_activity where query like '%suggest_merges%')`
        ).length
      await expect.poll(waits).toBeGreaterThan(0)
      await as`select from private.alike_posts where post_id = ${high.id} for update nowait`
      return { answer }
    })
    await looking.answer
    await sql`update public.posts set created_at = now() where id = any (${ids})`
    expect(
      await sql`select from private.alike_posts
        where post_id = any (${ids}) and title <> 'Before' and found_at > now() - interval '1 hour'`,
    ).toHaveLength(2)
  })

  test('are suggested with how many people reported them, each once', async () => {
    const [one, two] = [await createPost(), await createPost()]
    await saySame(member, two.id, one.id).throwOnError()
    await saySame(member, one.id, two.id).throwOnError()
    expect(find(await suggested(), [one.id, two.id])).toMatchObject({ said_by: 1 })
  })

  test('aren’t suggested for words that every text contains', async () => {
    const [one, two] = [
      await createPost({ title: `When a ${rareWord()} is the` }),
      await createPost({ title: `The ${rareWord()} when it is a` }),
    ]
    expect(find(await suggested(), [one.id, two.id])).toBeUndefined()
    await saySame(member, one.id, two.id).throwOnError()
    expect(find(await suggested(), [one.id, two.id])).toMatchObject({ said_by: 1, shared: [] })
  })

  test('without a common word are suggested when someone reports them', async () => {
    const [one, two] = [await createPost({ title: rareWord() }), await createPost({ title: rareWord() })]
    expect(find(await suggested(), [one.id, two.id])).toBeUndefined()
    await saySame(member, one.id, two.id).throwOnError()
    expect(find(await suggested(), [one.id, two.id])).toMatchObject({ said_by: 1, shared: [] })
  })

  test('aren’t suggested after an admin keeps both or merges them, or one is deleted', async () => {
    const pairs = await Promise.all(
      Array.from({ length: 3 }, async () => [await createPost(), await createPost()].map(({ id }) => id)),
    )
    for (const [post, other] of pairs) await saySame(member, post!, other!).throwOnError()
    const [kept, merged, deleted] = pairs as [number[], number[], number[]]
    const decide = (wanted: boolean) =>
      admin.client.rpc('set_different', { post_id: kept[1]!, other_id: kept[0]!, wanted }).throwOnError()
    await decide(true)
    await decide(true)
    await admin.call('merge_posts', { post_ids: [merged[0]!], into_id: merged[1]! })
    await admin.call('delete_posts', { post_ids: [deleted[0]!] })
    const after = await suggested()
    for (const ids of pairs) expect(find(after, ids)).toBeUndefined()
    await decide(false)
    expect(find(await suggested(), kept)).toBeDefined()
  })

  test('can only be reported for existing posts', async () => {
    const one = await createPost()
    expect((await saySame(member, one.id, one.id)).error?.code).toBe('22023')
    expect((await saySame(member, one.id, 1e15)).error?.message).toContain('no longer exists')
  })

  test('count against a limit, are exported, and are removed with the account', async () => {
    const person = await createMember()
    const posts = await Promise.all(Array.from({ length: 22 }, () => createPost()))
    const answers = []
    for (const { id } of posts.slice(1)) answers.push(await saySame(person, posts[0]!.id, id))
    expect(answers.map(({ error }) => error?.message).filter(Boolean)).toEqual([
      expect.stringContaining("You're editing too quickly."),
    ])
    const data = await person.call('export_account')
    expect((data as { same_posts: unknown[] }).same_posts).toHaveLength(20)
    await sql`delete from auth.users where id = ${person.id}`
    expect([...(await sql`select 1 from private.same_posts where user_id = ${person.id}`)]).toEqual([])
  })
})

describe('similar posts', () => {
  const similar = (title: string, rows = 5) =>
    actingAs('anon', (as) => as<{ title: string }[]>`select * from public.similar_posts(${title}, ${rows})`)

  test('are found while a title is typed', async () => {
    const own = word()
    await addPost(`Export ${own} as a spreadsheet`)
    for (const typed of [`${own} spread`, `A spreadsheet export for ${own}`, `exprot ${own}`]) {
      expect((await similar(typed)).map((post) => post.title)).toContain(`Export ${own} as a spreadsheet`)
    }
  })

  test('are as many as asked for', async () => {
    const own = word()
    for (let i = 0; i < 8; i++) await addPost(`Import ${own} in way ${i}`)
    expect(await similar(`Import ${own}`)).toHaveLength(5)
    expect(await similar(`Import ${own}`, 3)).toHaveLength(3)
  })

  test('also match the details, and say what they share', async () => {
    const [own, told] = [word(), word()]
    await addPost(`Something about ${own}`, `We need ${told} for that.`)
    await addPost(`Another ${told}`)
    const rows = await actingAs(
      'anon',
      (as) => as<{ title: string; snippet: string; snippet_ranges: [number, number][] }[]>`
        select * from public.similar_posts(${`About ${own}`}, 5, ${`Because of ${told}, mostly.`})`,
    )
    expect(rows[0]!.title).toBe(`Something about ${own}`)
    expect(marked(rows[0]!.snippet, rows[0]!.snippet_ranges)).toEqual([told])
  })

  test('share more than a word that many titles contain', async () => {
    const [common, other, another] = [word(), word(), word()]
    const connection = await sql.reserve()
    await connection`begin`
    await connection`
      insert into public.posts (category_id, author_id, title, details)
      select (select min(id) from public.categories), null, 'Ordinary request ' || n || ' for every ' || ${common}, ''
      from generate_series(1, (select 50 + coalesce(sum(posts), 0)::integer from public.post_totals)) n`
    const count = async (title: string) =>
      (await connection`select from public.similar_posts(${title}) s where s.title like ${`%${common}`}`)
        .length
    const counts = [await count(common), await count(`${common} of ${other} and ${another}`)]
    await connection`rollback`
    connection.release()
    expect(counts).toEqual([5, 0])
  })

  test('say which one has the same title', async () => {
    const own = word()
    await addPost(`Import ${own}, please!`)
    await addPost(`Import ${own} soon`)
    const rows = await actingAs(
      'anon',
      (as) => as<{ title: string; is_same: boolean }[]>`
        select * from public.similar_posts(${`import ${own} please`})`,
    )
    expect(rows.map(({ title, is_same }) => [title, is_same]).slice(0, 2)).toEqual([
      [`Import ${own}, please!`, true],
      [`Import ${own} soon`, false],
    ])
  })

  test.each(['now()', `'infinity'`])('are never one that is gone: deleted_at = %s', async (when) => {
    const own = word()
    const id = await addPost(`Export ${own} as a spreadsheet`)
    await sql.unsafe(`update public.posts set deleted_at = ${when} where id = ${id}`)
    expect((await similar(`Export ${own}`)).map((post) => post.title)).not.toContain(
      `Export ${own} as a spreadsheet`,
    )
    expect(await search(own)).toEqual([])
  })

  test('are none for a title that resembles nothing', async () => {
    expect(await similar(word())).toEqual([])
  })
})
