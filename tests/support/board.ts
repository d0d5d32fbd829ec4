import postgres, { type Sql } from 'postgres'

/** Adds what browser tests need to the example board: a long category, a long thread, a trend, difficult titles. */
export async function fillBoard(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(`
      update public.site_settings set hides_first_steps = true;

      insert into public.categories (slug, name, description, position)
      values ('long-list', 'Long list', 'More than one page.', 9), ('empty-list', 'Empty list', '', 10),
             ('trends', 'Trends', 'What moves and what rests.', 11),
             ('every-kind', 'Every kind', 'All that a text can have.', 12);

      insert into public.posts (category_id, author_id, title, details, state, created_at)
      select c.id, '00000000-0000-4000-8000-000000000001', 'Long list entry ' || lpad(n::text, 2, '0'), 'Entry ' || n,
             'proposed', now() - make_interval(hours => n)
      from public.categories c cross join generate_series(1, 45) n where c.slug = 'long-list';

      insert into public.posts (category_id, author_id, title, details)
      select c.id, null, t.title, t.details from public.categories c cross join (values
        (repeat('Wordwithoutanyspaces', 7), repeat('Longwordwithoutspaces', 40)),
        ('وضع داكن للوحة', 'نص عربي مع <b>وسوم</b>'),
        ('暗色模式', '请添加暗色模式'),
        ('🎉🎉🎉', '<script>document.title = "hacked"</script> <img src=x onerror="document.title=''hacked''"> [x](javascript:alert(1))')
      ) as t (title, details) where c.slug = 'long-list';

      with moving as (
        insert into public.posts (category_id, author_id, title, created_at)
        select c.id, null, t.title, now() - make_interval(days => t.days)
        from public.categories c cross join (values ('Once loved', 120), ('Wanted now', 0), ('Unheard of', 60)) as t (title, days)
        where c.slug = 'trends' returning id, title, created_at
      )
      insert into public.votes (user_id, post_id, created_at)
      select v.id, m.id, m.created_at from moving m
      join (select id, row_number() over (order by id) as n from public.profiles) v
        on v.n <= case m.title when 'Once loved' then 3 when 'Wanted now' then 2 else 0 end;

      insert into public.comments (post_id, author_id, body, created_at)
      select p.id, '00000000-0000-4000-8000-000000000002', 'Comment number ' || n, now() - make_interval(mins => 1000 - n)
      from public.posts p cross join generate_series(1, 30) n where p.title = 'Long list entry 01';

      insert into public.comments (post_id, parent_id, author_id, body, created_at)
      select c.post_id, c.id, '00000000-0000-4000-8000-000000000003', 'Reply number ' || n, now() - make_interval(mins => 100 - n)
      from public.comments c cross join generate_series(1, 8) n where c.body = 'Comment number 1';
    `)
    await addEveryKind(sql)
  } finally {
    await sql.end()
  }
}

const everyKind = `#### A heading that skips levels

A paragraph with **strong**, *emphasised*, ~~wrong~~ and \`short code\`, and [a link](https://example.com) 🎉 привет مرحبا.

## A higher one

- [x] Found, in a line so long that it has to go on in the next one on a phone and perhaps on a desk as well
- [ ] Mended
- an entry

3. third
   - within

> Said by somebody

\`\`\`
${'a line of code that is much longer than any phone is wide '.repeat(3)}
\`\`\`

| Column | ${'Another column with a long head'.repeat(3)} |
| - | - |
| 1 | 2 |`

/** A post that the team moved with a note. Its text and comments contain everything that a text can have. */
async function addEveryKind(sql: Sql): Promise<void> {
  const team = '00000000-0000-4000-8000-000000000001'
  const [post] = await sql<{ id: string }[]>`
    insert into public.posts (category_id, author_id, title, details, state)
    select id, ${team}, 'Every kind of content', ${everyKind}, 'planned' from public.categories where slug = 'every-kind'
    returning id`
  await sql`
    insert into public.post_events (post_id, actor_id, from_state, to_state, note)
    values (${post!.id}, ${team}, 'proposed', 'planned', 'We begin next month.')`
  const say = (body: string, parent: string | null, author: string | null = team) => sql<{ id: string }[]>`
    insert into public.comments (post_id, parent_id, author_id, body)
    values (${post!.id}, ${parent}, ${author}, ${body}) returning id`
  const [comment] = await say(everyKind, null)
  await say('A short answer', comment!.id, '00000000-0000-4000-8000-000000000002')
  await say(everyKind, comment!.id, null)
  const [gone] = await say('Gone', null, null)
  await say('An answer to what is gone', gone!.id)
  await sql`update public.comments set body = '', deleted_at = now() where id = ${gone!.id}`
}
