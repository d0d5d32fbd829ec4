import type { TransactionSql } from 'postgres'
import { describe, expect, test } from 'vitest'
import { createMember, sql } from '../support/database.ts'

const [admin, moderator, member] = await Promise.all([
  createMember({ admin: true }),
  createMember({ moderator: true }),
  createMember(),
])

/** On a board without posts, with statements as the given person; rolled back. */
async function onEmptyBoard(run: (as: TransactionSql, become: typeof becomeIn) => Promise<void>) {
  const rollBack = new Error('undo')
  await sql
    .begin(async (as) => {
      await as`truncate public.posts cascade`
      await as`select private.mend_counts()`
      await run(as, becomeIn)
      throw rollBack
    })
    .catch((error: unknown) => {
      if (error !== rollBack) throw error
    })
}

async function becomeIn(as: TransactionSql, who: 'owner' | 'anon' | { id: string }): Promise<void> {
  await as`reset role`
  const claims = typeof who === 'string' ? { role: who } : { role: 'authenticated', sub: who.id }
  await as`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true),
                  set_config('request.jwt.claim.sub', ${typeof who === 'string' ? '' : who.id}, true)`
  if (who !== 'owner') await as.unsafe(`set local role ${claims.role}`)
}

const change = (wanted: boolean) => async (as: TransactionSql, who: 'anon' | { id: string }) => {
  await becomeIn(as, who)
  const code = await as
    .savepoint((as) => as`select public.admin_set_example_board(${wanted})`)
    .then(() => null)
    .catch((error: { code: string }) => error.code)
  await becomeIn(as, 'owner')
  return code
}
const [add, remove] = [change(true), change(false)]
const stateOf = async (as: TransactionSql) => (await as`select private.example_board() as state`)[0]!.state
const count = async (as: TransactionSql) =>
  (
    await as`
      select (select count(*)::int from public.posts) as posts, (select count(*)::int from public.votes) as votes,
        (select count(*)::int from public.comments) as comments,
        (select coalesce(sum(posts), 0)::int from public.post_totals) as counted,
        (select count(*)::int from public.categories where slug in ('integrations', 'bugs')) as categories,
        (
          select count(*)::int from public.changelog_entries
          where title ~ '^(Dark mode is here|Search that understands|A feed for each|An email when)'
        ) as entries,
        (select count(*)::int from public.profiles where name ~ '^Example voter' and placeholder) as voters`
  )[0]!
/** Runs what is deferred to the end of the transaction. */
async function settle(as: TransactionSql): Promise<void> {
  await as`set constraints all immediate`
  await as`set constraints all deferred`
}

describe('the example board', () => {
  test('is added to an empty board and removed again by an admin, without leftovers', async () => {
    await onEmptyBoard(async (as) => {
      const before = await count(as)
      expect(await stateOf(as)).toBe('addable')
      expect(await add(as, admin)).toBeNull()
      await settle(as)
      expect(await count(as)).toMatchObject({
        posts: 27,
        counted: 27,
        categories: 2,
        voters: 160,
        entries: 4,
      })
      expect(await stateOf(as)).toBe('removable')
      expect(await remove(as, admin)).toBeNull()
      await settle(as)
      expect(await count(as)).toEqual(before)
      expect(await stateOf(as)).toBe('addable')
      expect(await add(as, admin)).toBeNull()
      expect((await count(as)).entries).toBe(4)
    })
  })

  test('is one entry of the audit log, by who added or removed it', async () => {
    await onEmptyBoard(async (as) => {
      // What this transaction wrote.
      const logged = () =>
        as`
          select action, actor_id, actor_name, before, after from public.audit_log
          where created_at = now() order by id`
      const entry = { before: null, after: null }
      const byAdmin = { ...entry, actor_id: admin.id, actor_name: 'Member' }
      const byOperator = { ...entry, actor_id: null, actor_name: 'Operator' }
      for (const act of [add, remove]) {
        expect(await act(as, admin)).toBeNull()
        await settle(as)
      }
      await as`select private.add_example_board()`
      expect([...(await logged())]).toEqual([
        { ...byAdmin, action: 'example.add' },
        { ...byAdmin, action: 'example.remove' },
        { ...byOperator, action: 'example.add' },
      ])
      // What happens next is logged again.
      expect(await remove(as, admin)).toBeNull()
      await as`insert into public.categories (slug, name) values ('later', 'Later')`
      expect((await logged()).slice(3)).toMatchObject([
        { ...byAdmin, action: 'example.remove' },
        { actor_name: 'Operator', action: 'category.create' },
      ])
    })
  })

  test('has a changelog: labels, completed posts published before the entry, and a draft for the team', async () => {
    await onEmptyBoard(async (as) => {
      expect(await add(as, admin)).toBeNull()
      const entries = await as`
        select e.slug, e.state, private.entry_labels(e.id) as labels, (
          select count(*)::int from public.changelog_entry_posts x join public.posts p on p.id = x.post_id
          where x.entry_id = e.id and p.state = 'completed' and p.state_changed_at < e.published_at
        ) as completed
        from public.changelog_entries e
        where e.author_id = '00000000-0000-4000-8000-000000000001' order by e.published_at`
      expect(
        entries.map(({ slug, state, labels, completed }) => [
          slug,
          state,
          labels.map((label: { slug: string }) => label.slug),
          completed,
        ]),
      ).toEqual([
        ['dark-mode-is-here', 'published', ['new'], 1],
        ['search-that-understands-typos', 'published', ['improved'], 2],
        ['a-feed-for-each-category-and-a-vote-count-fix', 'published', ['new', 'fixed'], 2],
        ['an-email-when-your-post-ships', 'draft', ['new'], 0],
      ])
      const shown = async (who: 'anon' | { id: string }) => {
        await becomeIn(as, who)
        const titles = await as`select title from public.list_entries(max_rows => 51)`
        return titles.map(({ title }) => title)
      }
      const read = await shown('anon')
      expect(read).toContain('Dark mode is here')
      expect(read).not.toContain('An email when your post ships')
    })
  })

  test('does none of the first steps of a new board', async () => {
    await onEmptyBoard(async (as) => {
      await as`delete from public.roles where user_id <> ${admin.id}`
      await as`delete from private.invitations`
      expect(await add(as, admin)).toBeNull()
      await becomeIn(as, admin)
      const [steps] = await as`select * from public.admin_first_steps()`
      expect(steps).toMatchObject({ has_team: false, has_posts: false })
    })
  })

  test('notifies no one and spends no limit of the admin', async () => {
    await onEmptyBoard(async (as) => {
      const told = async () =>
        (
          await as`
          select (select count(*)::int from private.events) as events,
            (select count(*)::int from private.usage where user_id = ${admin.id}) as spent`
        )[0]!
      const before = await told()
      expect(await add(as, admin)).toBeNull()
      expect(await told()).toEqual(before)
    })
  })

  test('is refused to visitors, members and moderators', async () => {
    await onEmptyBoard(async (as) => {
      for (const who of ['anon' as const, member, moderator]) expect(await add(as, who)).toBe('42501')
      expect(await add(as, admin)).toBeNull()
      for (const who of ['anon' as const, member, moderator]) expect(await remove(as, who)).toBe('42501')
      expect((await count(as)).posts).toBe(27)
    })
  })

  test('isn’t added next to other posts, or twice', async () => {
    await onEmptyBoard(async (as) => {
      expect(await add(as, admin)).toBeNull()
      expect(await add(as, admin)).toBe('PT409')
    })
    await onEmptyBoard(async (as) => {
      await becomeIn(as, member)
      await as`select public.create_post('new-features', 'Mine', '', gen_random_uuid())`
      await becomeIn(as, 'owner')
      expect(await stateOf(as)).toBeNull()
      expect(await add(as, admin)).toBe('PT409')
      expect(await remove(as, admin)).toBe('PT409')
    })
  })

  for (const [doing, statement] of Object.entries({
    posted: `select public.create_post('bugs', 'Mine', '', gen_random_uuid())`,
    voted: `insert into public.votes (post_id) select min(id) from public.posts`,
    commented: `insert into public.comments (post_id, body) select min(id), 'Mine' from public.posts`,
  }))
    test(`stays once someone outside the team has ${doing}, but not for the team`, async () => {
      const changes = [member, admin].map((who) => async (as: TransactionSql) => {
        expect(await add(as, admin)).toBeNull()
        await becomeIn(as, who)
        await as.unsafe(statement)
        await becomeIn(as, 'owner')
      })
      await onEmptyBoard(async (as) => {
        await changes[0]!(as)
        expect(await stateOf(as)).toBe('shared')
        expect(await remove(as, admin)).toBe('PT409')
        expect((await count(as)).posts).toBeGreaterThanOrEqual(27)
      })
      await onEmptyBoard(async (as) => {
        await changes[1]!(as)
        expect(await stateOf(as)).toBe('removable')
        expect(await remove(as, admin)).toBeNull()
        await settle(as)
        const left = await as`select title from public.posts`
        expect(left.map(({ title }) => title)).toEqual(doing === 'posted' ? ['Mine'] : [])
        // The author's own vote.
        const votes = left.length
        expect(await count(as)).toMatchObject({ votes, comments: 0, entries: 0, voters: 0 })
      })
    })

  test('is added beside deleted posts, which stay as they are', async () => {
    await onEmptyBoard(async (as) => {
      await becomeIn(as, admin)
      await as`select public.create_post('new-features', 'Dark mode', '', gen_random_uuid())`
      await as`select * from public.delete_posts(array(select id from public.posts))`
      expect(await add(as, admin)).toBeNull()
      const own = await as`select votes_total from public.posts where author_id = ${admin.id}`
      expect([...own]).toEqual([{ votes_total: 1 }])
      expect(await stateOf(as)).toBe('removable')
    })
  })

  test('can be removed after its posts were deleted one by one, with what is left of it', async () => {
    await onEmptyBoard(async (as) => {
      expect(await add(as, admin)).toBeNull()
      await becomeIn(as, admin)
      await as`select * from public.delete_posts(array(select id from public.posts))`
      await becomeIn(as, 'owner')
      expect(await stateOf(as)).toBe('removable')
      expect(await remove(as, admin)).toBeNull()
      await settle(as)
      expect(await count(as)).toMatchObject({ posts: 0, entries: 0, voters: 0, categories: 0 })
      expect(await stateOf(as)).toBe('addable')
    })
  })

  test('is removed with merges and moves by the team, but without categories that existed before', async () => {
    await onEmptyBoard(async (as) => {
      await as`
        insert into public.categories (slug, name, created_at) values ('bugs', 'Ours', now() - interval '1 day')`
      expect(await add(as, admin)).toBeNull()
      const [first, second, third] = (await as`select id from public.posts order by id limit 3`).map(
        ({ id }) => id,
      )
      await becomeIn(as, admin)
      await as`select public.merge_posts(array[${second!}]::bigint[], ${first!}::bigint)`
      await as`select public.admin_set_category(array[${third!}]::bigint[], (select id from public.categories where slug = 'bugs'))`
      await becomeIn(as, 'owner')
      await settle(as)
      expect(await stateOf(as)).toBe('removable')
      expect(await remove(as, admin)).toBeNull()
      await settle(as)
      expect(await count(as)).toMatchObject({ posts: 0, votes: 0, counted: 0, voters: 0 })
      expect(
        (await as`select name from public.categories where slug in ('integrations', 'bugs')`)[0],
      ).toEqual({
        name: 'Ours',
      })
    })
  })
})
