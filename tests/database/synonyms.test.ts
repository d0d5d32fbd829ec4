import { describe, expect, test } from 'vitest'
import { actingAs, createMember, refusal, sql } from '../support/database.ts'
import { addPost, search, titles, word } from '../support/search.ts'

const [admin, member] = await Promise.all([createMember({ admin: true }), createMember()])

const group = (...words: string[]) => admin.client.from('synonyms').insert({ words }).select('id').single()

describe('synonyms', () => {
  test('find a title by another word, and by a few words in a row, behind titles with what was typed', async () => {
    const [one, other, first, second] = [word(), word(), word(), word()]
    await group(one, other, `${first} ${second}`)
    await addPost(`Please add ${other}`, '', 9)
    await addPost(`Please add ${one}`)
    await addPost(`Please add ${first} ${second}`, '', 3)
    expect(titles(await search(one))).toEqual([
      `Please add ${one}`,
      `Please add ${other}`,
      `Please add ${first} ${second}`,
    ])
    expect(titles(await search(`${first} ${second}`))[0]).toBe(`Please add ${first} ${second}`)
    expect(titles(await search(`${first} ${second}`))).toContain(`Please add ${one}`)
  })

  test('stop to find it when an admin takes them back', async () => {
    const [one, other] = [word(), word()]
    const { data } = await group(one, other)
    await addPost(`About ${other}`)
    expect(await search(one)).toHaveLength(1)
    await admin.client
      .from('synonyms')
      .update({ words: [word(), word()] })
      .eq('id', data!.id)
    expect(await search(one)).toEqual([])
    await admin.client
      .from('synonyms')
      .update({ words: [one, other] })
      .eq('id', data!.id)
    expect(await search(one)).toHaveLength(1)
    await admin.client.from('synonyms').delete().eq('id', data!.id)
    expect(await search(one)).toEqual([])
  })

  test('are cleaned, and two at least', async () => {
    const [one, other] = [word(), word()]
    const { data } = await admin.client
      .from('synonyms')
      .insert({ words: [` ${one} `, one, '!?', other, 'far too many words in a row'] })
      .select('words')
      .single()
    expect(data!.words).toEqual([one, other])
    expect((await admin.client.from('synonyms').insert({ words: [one, ` ${one}`] })).error).not.toBeNull()
  })

  test.each([
    ['read', 'select * from public.synonyms'],
    ['add', `insert into public.synonyms (words) values ('{one,other}')`],
    ['change', `update public.synonyms set words = '{one,other}'`],
    ['delete', 'delete from public.synonyms'],
  ])('are there for admins alone to %s', async (_, statement) => {
    expect(await refusal('anon', statement)).toBe('42501')
    const asMember = await actingAs(member, async (as) => (await as.unsafe(statement)).count).catch(
      (error: { code: string }) => error.code,
    )
    expect(['42501', 0]).toContain(asMember)
    expect(await actingAs(admin, async (as) => (await as.unsafe(statement)).count)).toBeGreaterThan(0)
  })
})

describe('a search that finds nothing', () => {
  const misses = async () => (await admin.client.rpc('admin_search_misses', { max_rows: 500 })).data!

  test('offers words of titles that are spelt alike', async () => {
    const own = word()
    await addPost(`Better ${own}izations`)
    const [row] = await sql`select array(select public.near_words(${`${own.slice(0, 8)}xxqq`})) as words`
    expect(row!.words).toContain(`${own}izations`)
  })

  test('is counted for admins, with nobody named, once for several in a row', async () => {
    const own = word()
    for (let i = 0; i < 3; i++)
      await actingAs('anon', (as) => as`select public.count_search_miss(${own})`, { keep: true })
    expect((await misses()).filter(({ words }) => words === own)).toMatchObject([{ words: own, times: 1 }])
    await admin.client.rpc('admin_forget_search_miss', { missed: own })
    expect((await misses()).filter(({ words }) => words === own)).toEqual([])
  })

  test('is not counted when it finds something, nor with what may name a person', async () => {
    const own = word()
    await addPost(`About ${own}`)
    const before = (await misses()).length
    for (const query of [own, `${word()}@example.com`, `${word()} 0171234567`, '!', '']) {
      await actingAs('anon', (as) => as`select public.count_search_miss(${query})`, { keep: true })
    }
    expect(await misses()).toHaveLength(before)
  })
})
