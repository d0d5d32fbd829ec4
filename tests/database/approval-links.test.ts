import { expect, test } from 'vitest'
import { inMode } from '../support/approval.ts'
import { createMember, createPost, sql } from '../support/database.ts'

const spellings = [
  'see <http:example.com/l>',
  'see <HTTP:example.com/l>',
  'see [x](h&#116;tp:example.com)',
  'see [x](http\\:example.com)',
  '![x](http:example.com)',
  '> [x](\n> //example.com/a)',
  '> [x][a]\n>\n> [a]:\n> //example.com/b',
  '> [x](\n> HTTP:example.com/c)',
  '> - [x](\n>   //example.com)',
  '- [x](\n  //example.com)',
  '[x](\n/&#47;example.com)',
  '> [x](\n> <///example.com>)',
  '> [x](\n> <mailto:somebody@example>)',
]

test('a new member can’t add a link to an approved text in any spelling or across lines', async () => {
  const author = await createMember()
  for (const wanted of spellings) {
    const was = wanted.replace(/<?[^\s<([]*example(\.com)?[^\s)]*/i, '/foo')
    const post = await createPost({ authorId: author.id, title: 'No link here', details: was })
    const [comment] = await sql<{ id: string }[]>`
      insert into public.comments (post_id, author_id, body) values (${post.id}, ${author.id}, ${was})
      returning id`
    for (const [statement, id] of [
      [`select status from public.edit_post($1, 'No link here', $2, 0)`, post.id],
      ['select status from public.edit_comment($1, $2, 0)', comment!.id],
    ] as const) {
      const save = (words: string) => inMode('links', author, (as) => as.unsafe(statement, [id, words]))
      await expect(save(wanted), wanted).rejects.toMatchObject({ code: 'PT403' })
      expect(await save(`More ${was}`), was).toMatchObject([{ status: 'saved' }])
    }
  }
})

test('an edit is checked for links as it will be saved', async () => {
  const author = await createMember()
  const post = await createPost({ authorId: author.id, details: 'Plain' })
  const wanted = 'See http\u202a:/\u202a/example.com'
  await sql`insert into public.comments (post_id, author_id, body) values (${post.id}, ${author.id}, 'Plain')`
  const edits = [
    `update public.posts set details = $2 where id = $1`,
    `update public.posts set title = $2 where id = $1`,
    `update public.comments set body = $2 where post_id = $1`,
  ]
  for (const edit of edits)
    await expect(
      inMode('links', author, (as) => as.unsafe(edit, [post.id, wanted])),
      edit,
    ).rejects.toMatchObject({ code: 'PT403' })
})
