import postgres from 'postgres'

/** Adds to the example board what browser tests need more of: a long category, a long thread, a trend, hard titles. */
export async function fillBoard(databaseUrl: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    await sql.unsafe(`
      insert into public.categories (slug, name, description, position)
      values ('long-list', 'Long list', 'More than one page.', 9), ('empty-list', 'Empty list', '', 10),
             ('trends', 'Trends', 'What moves and what rests.', 11);

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
  } finally {
    await sql.end()
  }
}
