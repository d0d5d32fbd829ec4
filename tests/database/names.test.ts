import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { anonClient, createMember, createPost, type Member, serverClient, sql } from '../support/database.ts'

const word = randomUUID().slice(0, 8).replace(/\d/g, 'x')
let member: Member
let admin: Member

beforeAll(async () => {
  admin = await createMember({ name: `Ada ${word} Cole`, admin: true })
  member = await createMember({ name: 'Somebody' })
})

const rename = async (person: Member, name: string) =>
  (await person.client.from('profiles').update({ name }).eq('id', person.id)).error

/** Signs up with a name; gives the one that stands in the profile. */
async function signUp(name: string): Promise<string> {
  const { data, error } = await anonClient().auth.signUp({
    email: `${randomUUID()}@example.com`,
    password: 'correct horse battery',
    options: { data: { name } },
  })
  if (error) throw error
  const [row] = await sql`select name from public.profiles where id = ${data.user!.id}`
  return row!.name
}

describe('a member', () => {
  test.each([
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
    ['somebody who is gone', 'Deleted user'],
    ['somebody who is gone, in Greek letters', 'Dеlеtеd υsεr'],
  ])('cannot pass for %s', async (_, name) => {
    expect(await rename(member, name)).not.toBeNull()
    expect(await signUp(name)).toBe('New member')
  })

  test('hears beforehand whether a name may be taken, by the same rule', async () => {
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

  test('cannot pass for an admin, who keeps the name', async () => {
    expect(await rename(member, `АDA ${word} Соlе`)).not.toBeNull()
    expect(await rename(admin, `Ada ${word} Cole`)).toBeNull()
    expect(await rename(member, `Ada ${word} Colette`)).toBeNull()
  })

  test('may have a name in letters that no admin has', async () => {
    await createMember({ name: '山田太郎', admin: true })
    expect(await rename(member, '佐藤花子')).toBeNull()
    expect(await rename(member, '山田 太郎')).not.toBeNull()
  })

  test('signs up also when an admin is called as those without a name are', async () => {
    await createMember({ name: 'New member', admin: true })
    expect(await signUp('')).toBe('New member')
  })

  test('has no name of stacked marks, and no title of them', async () => {
    const stacked = `Z${'\u0313'.repeat(6)}algo`
    expect(await rename(member, stacked)).not.toBeNull()
    await expect(createPost({ title: `${stacked} title` })).rejects.toThrow()
    expect(await rename(member, 'Nguye\u0302\u0303n Thị Hồng')).toBeNull()
    expect(await signUp(stacked)).toBe('New member')
  })
})

describe('the server', () => {
  test('keeps the name of its site for admins, and counts it once', async () => {
    const site = `Site ${word}`
    const reserve = async (...names: string[]) =>
      (await serverClient().rpc('reserve_names', { names }).throwOnError()).data
    expect(await reserve(site, `${site} team`, `${site.toUpperCase()}.`, '---')).toBe(2)
    expect(await reserve(`  ${site} `)).toBe(0)
    expect(await rename(member, `ЅІТЕ ${word}`)).not.toBeNull()
    expect(await signUp(`Site-${word} Team`)).toBe('New member')
    expect(await rename(member, `${site} friends`)).toBeNull()
  })

  test('alone does so', async () => {
    for (const { client } of [{ client: anonClient() }, member, admin]) {
      const { error } = await client.rpc('reserve_names', { names: ['Kim'] })
      expect(error?.code).toBe('42501')
    }
  })
})
