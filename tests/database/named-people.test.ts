import { beforeEach, describe, expect, test } from 'vitest'
import { actingAs, createAccounts, createMember, createPost, type Member, sql } from '../support/database.ts'
import { itemsOf, noticesOf, tellAll } from '../support/notices.ts'

let author: Member
// Names are unique to this run, because only a unique name can be mentioned by typing it.
const team = `Team ${crypto.randomUUID().slice(0, 8)}`

const [called, admin] = await Promise.all([
  createMember({ name: 'Ada Lovelace' }),
  createMember({ name: team, admin: true }),
])

// One person may not write as much as all of these.
beforeEach(async () => {
  author = await createMember({ name: 'Author' })
})

async function write(by: Member, details: string, mentions: string[] = []) {
  const title = `Post ${crypto.randomUUID()}`
  const sent = { category: 'new-features', title, details, sent_key: crypto.randomUUID(), mentions }
  return { id: (await by.one('create_post', sent)).id, title }
}

async function rewrite(
  by: Member,
  post: { id: number; title: string },
  details: string,
  mentions: string[] = [],
) {
  const [row] = await sql`select revision from public.posts where id = ${post.id}`
  const edit = { post_id: post.id, new_title: post.title, new_details: details, mentions }
  const data = await by.one('edit_post', { ...edit, seen_revision: row!.revision })
  expect(data.status).toBe('saved')
}

async function say(by: Member, post_id: number, body: string, mentions: string[] = []) {
  const sent = { post_id, body, sent_key: crypto.randomUUID(), mentions }
  return (await by.one('create_comment', sent)).id
}

async function sayAnew(by: Member, comment_id: number, new_body: string, mentions: string[] = []) {
  const [row] = await sql`select revision from public.comments where id = ${comment_id}`
  const edit = { comment_id, new_body, seen_revision: row!.revision, mentions }
  const data = await by.one('edit_comment', edit)
  expect(data.status).toBe('saved')
}

describe('a mentioned person', () => {
  test('can be mentioned by typing a full name that no one else there has', async () => {
    const [kim, kimLee, twin, otherTwin, dots, stranger] = await Promise.all(
      ['Kim', 'Kim Lee', 'Twin', 'Twin', 'J. R. (Bob) *', 'Stranger'].map((name) => createMember({ name })),
    )
    const { id } = await createPost({ authorId: kim!.id })
    for (const person of [kimLee, twin, otherTwin, dots]) await say(person!, id, 'Here.')
    await sql`update private.notice_settings set by_post = 'muted', by_comment = 'muted'
      where person_id in (${kim!.id}, ${kimLee!.id})`
    const body = 'me@Kim says: @Kim Lee, @Kimono @Twin @Stranger @J. R. (Bob) *'
    const said = await say(author, id, body)
    await tellAll()
    const named = async () =>
      (await sql`select person_id from private.mentions where comment_id = ${said}`).map(
        (row) => row.person_id,
      )
    expect((await named()).toSorted()).toEqual([kimLee!.id, dots!.id].toSorted())
    expect(await itemsOf(kimLee!, id)).toMatchObject([{ reason: 'mention' }])
    expect(await itemsOf(stranger!, id)).toEqual([])
    await sayAnew(author, said, 'Or @Kim?')
    expect(await itemsOf(kim!, id)).toMatchObject([{ kind: 'comment.mention', reason: 'mention' }])
    // Chosen, so it is that person.
    const chosen = await say(author, id, 'Hello @Twin', [twin!.id])
    expect(await sql`select person_id from private.mentions where comment_id = ${chosen}`).toEqual([
      { person_id: twin!.id },
    ])
    const post = await write(author, `What does @${team} think?`)
    expect(await itemsOf(admin, post.id)).toMatchObject([{ kind: 'post.mention' }])
  })

  test('can be mentioned by typing even if hundreds have that name elsewhere, and among many names', async () => {
    const name = `Crowd ${crypto.randomUUID().slice(0, 8)}`
    const crowd = await createAccounts(600)
    await sql`update public.profiles set name = ${name} where id = any (${crowd.map(({ id }) => id)})`
    const rare = await createMember({ name: 'Rare. Name' })
    const { id } = await createPost({ authorId: rare.id })
    // Not among the first results.
    const [one] = await sql<{ id: string }[]>`
      insert into public.comments (post_id, author_id, body)
      select ${id}, p.id, 'Here.' from public.profiles p where lower(p.name) = lower(${name}) offset 550 limit 1
      returning author_id as id`
    const namedIn = async (body: string) => {
      const said = await say(author, id, body)
      const rows = await sql`select person_id from private.mentions where comment_id = ${said}`
      return rows.map(({ person_id }) => person_id).toSorted()
    }
    expect(await namedIn(`Hello @${name}!`)).toEqual([one!.id])
    expect(await namedIn('Hello @Rare. Name\nand all')).toEqual([rare.id])
    expect(await namedIn(`@${name} and @Rare. Name, ${'@nobody '.repeat(30)}`)).toEqual(
      [one!.id, rare.id].toSorted(),
    )
    expect(await namedIn(`@${name}s and @Rare. Named and @Rare`)).toEqual([])
  })

  test('in the details of a new post is notified immediately, on the site and by email', async () => {
    const post = await write(author, 'As @Ada Lovelace said: engines.', [called.id])
    expect(await itemsOf(called, post.id)).toMatchObject([
      { kind: 'post.mention', reason: 'mention', excerpt: 'As @Ada Lovelace said: engines.', is_read: false },
    ])
    const says = await sql.begin(async (as) => {
      const [mail] = await as`
        insert into private.mails (kind, person_id, post_id, state) values ('notices', ${called.id}, ${post.id}, 'dropped')
        returning id`
      await as`
        update private.mail_parts m set mail_id = ${mail!.id} from private.events e
        where e.id = m.event_id and e.post_id = ${post.id} and m.person_id = ${called.id}`
      const [row] =
        await as`select private.mail_says(m) as says from private.mails m where m.id = ${mail!.id}`
      return row!.says
    })
    expect(says.posts[0].items).toMatchObject([
      { kind: 'post.mention', reason: 'mention', body: 'As @Ada Lovelace said: engines.' },
    ])
  })

  test('in edited details is notified once, however often they are edited', async () => {
    const post = await write(author, 'Engines.')
    await rewrite(author, post, 'Engines, @Ada Lovelace.', [called.id])
    expect(await itemsOf(called, post.id)).toHaveLength(1)
    await rewrite(author, post, 'Engines.')
    await rewrite(admin, post, 'Engines? @Ada Lovelace', [called.id])
    expect(await itemsOf(called, post.id)).toHaveLength(1)
    await rewrite(admin, post, 'Engines? @Ada Lovelace and @Author', [called.id, author.id])
    expect(await itemsOf(author, post.id)).toMatchObject([{ kind: 'post.mention' }])
  })

  test('in an edited comment is notified once, even after having read the comment', async () => {
    const { id } = await createPost({ authorId: called.id })
    const said = await say(author, id, 'Engines.')
    await tellAll()
    await expect.poll(() => itemsOf(called, id)).toHaveLength(1)
    await called.call('read_notices', { of_post: id })
    await sayAnew(author, said, 'Engines, @Ada Lovelace.', [called.id])
    expect(await itemsOf(called, id)).toMatchObject([
      { kind: 'comment.mention', reason: 'mention', is_read: false },
      { kind: 'comment.created', is_read: true },
    ])
    // It is still one comment.
    expect(await noticesOf(called, id)).toMatchObject({ comments: 1, unread: 1 })
    await sayAnew(author, said, 'Again: @Ada Lovelace.', [called.id])
    expect(await itemsOf(called, id)).toHaveLength(2)
  })

  test('in a comment with a pending notification learns of the mention with that', async () => {
    const { id } = await createPost({ authorId: called.id })
    const said = await say(author, id, 'Engines.')
    await tellAll()
    await expect.poll(() => itemsOf(called, id)).toHaveLength(1)
    await sayAnew(author, said, 'Engines, @Ada Lovelace.', [called.id])
    expect(await itemsOf(called, id)).toMatchObject([{ kind: 'comment.created', reason: 'mention' }])
    const untold = await say(author, id, 'Who?')
    await sayAnew(author, untold, 'Who? @Ada Lovelace', [called.id])
    await tellAll()
    await expect
      .poll(() => itemsOf(called, id))
      .toMatchObject([
        { kind: 'comment.created', reason: 'mention', excerpt: 'Who? @Ada Lovelace' },
        { kind: 'comment.created', reason: 'mention' },
      ])
  })

  test('isn’t notified if they muted the post, or once the text is gone', async () => {
    const post = await write(author, 'Engines.')
    await called.call('follow_post', { post_id: post.id, wanted: 'muted' })
    await rewrite(author, post, 'Engines, @Ada Lovelace.', [called.id])
    expect(await itemsOf(called, post.id)).toEqual([])
    const gone = await write(author, 'For @Ada Lovelace', [called.id])
    await author.call('delete_post', { post_id: gone.id })
    expect(await itemsOf(called, gone.id)).toEqual([])
  })

  test('is removed with the account', async () => {
    const person = await createMember({ name: 'Soon Gone' })
    const post = await write(author, 'For @Soon Gone', [person.id])
    const data = await person.call('export_account')
    expect(data).toMatchObject({ post_mentions: [post.id], notices: [{ kind: 'post.mention' }] })
    await person.call('delete_account', { remove_content: false })
    expect(await sql`select from private.post_mentions where person_id = ${person.id}`).toHaveLength(0)
  })
})

describe('no one', () => {
  test('outside the team is suggested for a new post, nor someone who only wrote hidden content', async () => {
    const stem = `Zed ${crypto.randomUUID()}`
    const [quiet, ofTeam] = await Promise.all([
      createMember({ name: `${stem} quiet` }),
      createMember({ name: `${stem} team`, moderator: true }),
    ])
    const { id } = await createPost({ authorId: author.id })
    const said = await say(quiet, id, 'Buy them')
    const offered = async (post_id?: number) => {
      const data = await author.call('mentionable', { post_id, typed: stem })
      return data.map((row) => row.id)
    }
    expect(await offered()).toEqual([ofTeam.id])
    expect(await offered(id)).toEqual([quiet.id, ofTeam.id])
    await ofTeam.call('hide_comments', { comment_ids: [said], reason: 'Advertising' })
    expect(await offered(id)).toEqual([ofTeam.id])
  })

  test('is notified without a mention in the text, or by someone who may not edit it', async () => {
    const post = await write(author, 'No name.', [called.id])
    expect(await itemsOf(called, post.id)).toEqual([])
    const named = await write(author, 'For @Ada Lovelace')
    const said = await say(author, named.id, 'For @Ada Lovelace')
    const call = (who: 'anon' | Member) =>
      actingAs(
        who,
        (as) => as`select private.note_post_mentions(${named.id}, ${[called.id]}),
                          private.note_more_mentions(${said}, ${[called.id]})`,
        { keep: true },
      )
    const stranger = await createMember()
    await call(stranger)
    expect(await itemsOf(called, named.id)).toEqual([])
    await expect(call('anon')).rejects.toMatchObject({ code: '42501' })
    const { data, error } = await stranger.client.rpc('edit_post', {
      post_id: named.id,
      new_title: 'Mine now',
      new_details: 'For @Ada Lovelace',
      seen_revision: 1,
      mentions: [called.id],
    })
    expect([data, error?.code]).toEqual([null, '42501'])
    expect(await itemsOf(called, named.id)).toEqual([])
  })

  test('can mention more than ten people in one text, however often it is edited', async () => {
    const ids = (await createAccounts(12)).map(({ id }) => id)
    await sql`update public.profiles set name = 'Many' where id = any (${ids})`
    const post = await write(author, '@Many', ids.slice(0, 6))
    await rewrite(author, post, '@Many of you', ids.slice(4))
    const noted = await sql`select from private.post_mentions where post_id = ${post.id}`
    expect(noted).toHaveLength(10)
  })
})
