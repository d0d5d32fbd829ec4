import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hasStackedMarks } from '../../lib/text/characters.ts'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'
import { testTable } from '../support/test-table.ts'
import { rename, signUp } from '../support/names.ts'

const word = randomUUID().slice(0, 8).replace(/\d/g, 'x')

// No one may be named like a team member, whom another test may have named Admin.
await sql`delete from public.roles`
const admin = await createMember({ name: `Ada ${word} Cole`, admin: true })
const member = await createMember({ name: 'Somebody' })

describe('a member', () => {
  testTable([
    ['the site', 'Signpost'],
    ['the site with signs', '~Sign+post=<^'],
    ['the site, spelled apart', ' S I G N P O S T '],
    ['the site in Cyrillic letters', 'Ѕіgnроѕt'],
    ['the site with an accent and a digit', 'Sígnp0st'],
    ['the site in wide letters', 'Ｓｉｇｎｐｏｓｔ'],
    ['the site with an l for an i', 'Slgnpost'],
    ['the site in Greek capitals', 'SΙGΝΡΟSΤ'],
    ['the site in Cyrillic capitals', 'ЅІGNРОЅТ'],
    ['the site with a stroke', 'Signpøst'],
    ['the site with signs and digits', '$ignpo5t'],
    ['the site with a small capital', 'Signpᴏst'],
    ...[0xad, 0x115f, 0x3164, 0x200c, 0x200d, 0xfe0f, 0x180e, 0x17b5, 0xe0061].map(
      (point): [string, string] => [
        `the site around U+${point.toString(16)}`,
        `Sign${String.fromCodePoint(point)}post`,
      ],
    ),
    ...[0xe0100, 0xe0fff, 0x1bca0, 0x1d173, 0xfff0, 0xfffc, 0x0489, 0x0e47, 0x20dd, 0x0fb7].map(
      (point): [string, string] => [
        `the site around U+${point.toString(16)}`,
        `Sign${String.fromCodePoint(point)}post`,
      ],
    ),
    ['the site as a brand', 'Signpost™'],
    ['the site as a brand, with an emoji', '✅ Signpost ℠'],
    ['the site with a sign in a circle', '© Signpost®'],
    ['the site, loudly', 'Signpost!!'],
    ['the site, between bars', '|Signpost|'],
    ['the site in Cherokee, Lisu and Armenian letters', 'Ꮪiցnpoꓢt'],
    ['the site in small capitals', 'sɪɢɴᴘᴏꜱᴛ'],
    ['the site with letters nobody writes any more', '𐐠ɩgnpoѕt'],
    ['the site with a Deseret letter', 'Signpo𐑈t'],
    ['the site with an Oriya letter', 'Signpଠst'],
    ['the site with a Devanagari digit', 'Signp०st'],
    ['the site with a Mongolian digit', 'Signp᠐st'],
    ['the site in mathematical letters', '𝕊𝕚𝕘𝕟𝕡𝕠𝕤𝕥'],
    ['the site in black boxes', '🆂🅸🅶🅽🅿🅾🆂🆃'],
    ['the site in flags', '🇸🇮🇬🇳🇵🇴🇸🇹'],
    ['the site in circles', 'Ⓢⓘⓖⓝⓟⓞⓢⓣ'],
    ['somebody who is gone', 'Deleted user'],
    ['somebody who is gone, in Greek letters', 'Dеlеtеd υsεr'],
  ])('cannot pass for the site or somebody who is gone, however it is spelled', async (_, name) => {
    expect(await rename(member, name)).not.toBeNull()
    expect(await signUp(name)).toBe('New member')
  })

  test('can check beforehand whether a name is allowed, by the same rule', async () => {
    const isFree = async (person: Pick<Member, 'client'>, name: string) =>
      (await person.client.rpc('is_name_free', { name }).throwOnError()).data
    const visitor = { client: anonClient() }
    for (const somebody of [visitor, member]) {
      expect(await isFree(somebody, 'Ѕіgnроѕt')).toBe(false)
      expect(await isFree(somebody, `АDA ${word} Соlе`)).toBe(false)
      expect(await isFree(somebody, `Ada ${word} Colette`)).toBe(true)
    }
    expect(await isFree(admin, `Ada ${word} Cole`)).toBe(true)
  })

  test('can’t pass for an admin, who keeps the name', async () => {
    expect(await rename(member, `АDA ${word} Соlе`)).not.toBeNull()
    expect(await rename(admin, `Ada ${word} Cole`)).toBeNull()
    expect(await rename(member, `Ada ${word} Colette`)).toBeNull()
  })

  test('may have a name in a script that no admin uses', async () => {
    await createMember({ name: '山田太郎', admin: true })
    expect(await rename(member, '佐藤花子')).toBeNull()
    expect(await rename(member, '山田 太郎')).not.toBeNull()
  })

  test('gets a free name when signing in at another site, whatever name that reports', async () => {
    for (const key of ['user_name', 'full_name'])
      expect(await signUp('Moe Mod (team)', key)).toBe('New member')
  })

  test('keeps a name from before it was reserved', async () => {
    const old = await createMember({ name: 'Moe Mod (team)' })
    expect(await rename(old, 'Moe Mod (team)')).toBeNull()
    expect(await rename(old, 'Moe Mod [team]')).not.toBeNull()
  })

  test('on the team may say so', async () => {
    const moderator = await createMember({ name: 'Mo', moderator: true })
    expect(await rename(moderator, 'Mo (support team)')).toBeNull()
  })

  testTable([
    ['nothing', ''],
    ['variation selectors', '\u{e0100}\u{e01ef}'],
    ['characters that are none', '\ufff0\ufff8'],
    ['what stands for an object', '\ufffc'],
    ['shorthand controls', '\u{1bca0}\u{1d173}'],
    ['a control character', '\u0007'],
    ['hieroglyphs that are blank', '\u{13441}\u{13442}'],
  ])('cannot have an invisible name, title or comment', async (_, text) => {
    expect(await rename(member, text)).not.toBeNull()
    expect(await signUp(text)).toBe('New member')
    await expect(createPost({ title: text.repeat(3) })).rejects.toThrow()
    const { id } = await createPost({})
    expect((await member.client.from('comments').insert({ post_id: id, body: text })).error).not.toBeNull()
  })

  test('can sign up even if an admin has the default name', async () => {
    await createMember({ name: 'New member', admin: true })
    expect(await signUp('')).toBe('New member')
  })

  testTable([
    ['Latin letters', `Z${'\u0313'.repeat(6)}algo`],
    ['Thai letters', `ก${'\u0e49'.repeat(4)}`],
    ['Lao letters', `ກ${'\u0ec9'.repeat(4)}`],
    ['Burmese dots', `a${'\u1037'.repeat(16)}`],
    ['Tibetan vowels', `a${'\u0f71'.repeat(7)}`],
    ['Thai vowels and Hebrew points', `a${'\u0e47\u05b7'.repeat(8)}`],
    ['marks between what nobody sees', `a${'\u0301\u034f'.repeat(8)}`],
    ['marks between joiners', `a${'\u0301\u200d'.repeat(8)}`],
  ])('cannot have a name or title with stacked marks', async (_, stacked) => {
    expect(await rename(member, stacked)).not.toBeNull()
    await expect(createPost({ title: `${stacked} title` })).rejects.toThrow()
    expect(await signUp(stacked)).toBe('New member')
    expect(hasStackedMarks(stacked)).toBe(true)
  })

  testTable([
    ['Vietnamese', 'Nguye\u0302\u0303n Thị Hồng'],
    ['Thai', 'ที่นี่น้ำใจดี ผู้ใหญ่'],
    ['Lao', 'ຊື່ນີ້'],
    ['Burmese', 'လျှို့ဝှက်'],
    ['Hebrew with points and accents', 'וְשִׁ֥רָּה בְּרֵאשִׁ֖ית'],
    ['Arabic with vowels', 'مُحَمَّدٌ ٱللّٰه'],
    ['Tibetan', 'བསྒྲུབས་པ ཨོཾ་མ་ཎི་པདྨེ་ཧཱུྃ'],
    ['Hindi', 'क्ष्म्र्यूँ ज़िन्दगी'],
    ['Khmer', 'ស្ត្រីខ្ញុំ'],
    ['families of emoji', '👨‍👩‍👧‍👦 1️⃣ 🏳️‍🌈'],
  ])('may have a name and a title in any script', async (_, name) => {
    expect(hasStackedMarks(name)).toBe(false)
    expect(await rename(member, name)).toBeNull()
    expect((await createPost({ title: `${name} title` })).id).toBeGreaterThan(0)
  })

  test('can’t put marks over the lines around a comment or a text', async () => {
    const { id } = await createPost({ details: `ก${'\u0e49'.repeat(200)} b` })
    const [post] = await sql`select details from public.posts where id = ${id}`
    expect(post!.details).toBe(`ก${'\u0e49'.repeat(3)} b`)
    const body = `a${'\u0e47'.repeat(200)}, o${'\u0301\u034f'.repeat(200)}, လျှို့`
    await member.client.from('comments').insert({ post_id: id, body }).throwOnError()
    const [comment] = await sql`select body from public.comments where post_id = ${id}`
    expect(comment!.body).toBe(`a${'\u0e47'.repeat(3)}, o\u0301\u034f\u0301, လျှို့`)
  })
})

describe('the server', () => {
  test('reserves its site’s name for admins, and counts it once', async () => {
    const site = `Site ${word}`
    const reserve = async (...names: string[]) =>
      (await serverClient().rpc('reserve_names', { names }).throwOnError()).data
    expect(await reserve(site, `${site} team`, `${site.toUpperCase()}.`, '---')).toBe(2)
    expect(await reserve(`  ${site} `)).toBe(0)
    expect(await rename(member, `ЅІТЕ ${word}`)).not.toBeNull()
    expect(await signUp(`Site-${word} Team`)).toBe('New member')
    expect(await rename(member, `${site} friends`)).toBeNull()
  })
})

test('a name is compared with the team’s, not with every member’s', async () => {
  const calls = await sql.begin(async (transaction) => {
    await transaction`set local track_functions = 'pl'`
    await transaction`
      insert into public.profiles (name, placeholder) select 'Member ' || n, true from generate_series(1, 2000) n`
    await transaction`select public.is_name_free('Kim Tester')`
    const [row] = await transaction`
      select pg_stat_get_xact_function_calls('private.looks_of(text)'::regprocedure)::int as count`
    await transaction`delete from public.profiles where placeholder and name like 'Member %'`
    return row!.count as number
  })
  expect(calls).toBeGreaterThan(0)
  expect(calls).toBeLessThan(1_000)
})
