import type { Sql } from 'postgres'
import {
  asPerson,
  type Board,
  bringBack,
  dropComment,
  group,
  ids,
  isSeen,
  isVoter,
  pick,
  type Post,
  standing,
} from './merge-model.ts'

type Step = (sql: Sql, board: Board, admin: string) => Promise<void>

/** What people and admins do, each on the database and on the model. */
export const steps: Record<string, Step> = {
  async vote(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    const [row] = await asPerson(sql, person, (as) => as`select * from public.set_vote(${post}, true)`)
    const target = standing(board, post)
    if (Number(row!.on_post) !== target) throw new Error(`a vote on ${post} went to ${row!.on_post}`)
    if (!isVoter(board, person, post)) board.votes.add(`${person} ${target}`)
  },
  async unvote(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    await asPerson(sql, person, (as) => as`select * from public.set_vote(${post}, false)`)
    for (const one of group(board, post)) board.votes.delete(`${person} ${one}`)
  },
  async comment(sql, board) {
    const [person, post] = [pick(board, board.people), pick(board, ids(board))]
    if (!person || !post || !isSeen(board, post)) return
    const [row] = await asPerson(
      sql,
      person,
      (as) => as`select * from public.create_comment(${post}, 'Said', gen_random_uuid())`,
    )
    const id = Number(row!.id)
    board.comments.set(id, {
      id,
      home: standing(board, post),
      parent: null,
      author: person,
      isEmptied: false,
      canRestore: false,
    })
  },
  async reply(sql, board) {
    const open = [...board.comments.values()].filter(
      ({ parent, isEmptied, home }) => parent === null && !isEmptied && isSeen(board, home),
    )
    const [person, to] = [pick(board, board.people), pick(board, open)]
    if (!person || !to) return
    const place = standing(board, to.home)
    const [row] = await asPerson(
      sql,
      person,
      (as) => as`select * from public.create_comment(${place}, 'Answered', gen_random_uuid(), ${to.id})`,
    )
    const id = Number(row!.id)
    board.comments.set(id, {
      id,
      home: to.home,
      parent: to.id,
      author: person,
      isEmptied: false,
      canRestore: false,
    })
  },
  async deleteComment(sql, board) {
    const said = [...board.comments.values()].filter(
      ({ isEmptied, home, author }) => !isEmptied && isSeen(board, home) && board.people.includes(author),
    )
    const comment = pick(board, said)
    if (!comment) return
    await asPerson(sql, comment.author, (as) => as`select * from public.delete_comment(${comment.id})`)
    dropComment(board, comment)
    comment.canRestore = true
  },
  async restoreComment(sql, board) {
    const deleted = [...board.comments.values(), ...board.dropped.values()].filter(
      ({ canRestore, home, author }) => canRestore && isSeen(board, home) && board.people.includes(author),
    )
    const comment = pick(board, deleted)
    if (!comment) return
    const [row] = await asPerson(
      sql,
      comment.author,
      (as) => as`select * from public.restore_comment(${comment.id})`,
    )
    const target = standing(board, comment.home)
    if (Number(row?.post_id) !== target)
      throw new Error(`comment ${comment.id} was restored on ${row?.post_id} instead of ${target}`)
    Object.assign(comment, { isEmptied: false, canRestore: false })
    bringBack(board, comment)
    // A deleted comment is in the thread again with its reply.
    const parent = board.dropped.get(comment.parent ?? 0)
    if (parent) bringBack(board, Object.assign(parent, { isEmptied: true }))
  },
  async merge(sql, board, admin) {
    const seen = ids(board).filter((id) => standing(board, id) === id && isSeen(board, id))
    const into = pick(board, seen)
    const post = pick(
      board,
      seen.filter((id) => id !== into),
    )
    if (!into || !post) return
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.merge_posts(array[${post}::bigint], ${into})`,
    )
    if (row!.outcome !== 'done') throw new Error(`merging ${post} into ${into}: ${row!.outcome}`)
    board.posts.get(post)!.into = into
  },
  async unmerge(sql, board, admin) {
    const post = pick(
      board,
      [...board.posts.values()].filter(({ into }) => into !== null),
    )
    if (!post) return
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.unmerge_posts(array[${post.id}::bigint])`,
    )
    if (row!.outcome !== 'done' || row!.slug !== post.slug)
      throw new Error(`undoing ${post.id}: ${row!.outcome}`)
    post.into = null
  },
  async rename(sql, board) {
    const post = pick(
      board,
      [...board.posts.values()].filter(
        ({ id, author, isHidden, into }) => into === null && !isHidden && board.people.includes(author) && id,
      ),
    )
    if (!post) return
    await asPerson(
      sql,
      post.author,
      (as) => as`update public.posts set title = title || '!' where id = ${post.id}`,
    )
  },
  async move(sql, board, admin) {
    const post = pick(
      board,
      [...board.posts.values()].filter(({ into, isHidden }) => into === null && !isHidden),
    )
    if (!post) return
    const [category] = await sql`
      select id from public.categories where id <> ${post.category} order by id limit 1`
    const [row] = await asPerson(
      sql,
      admin,
      (as) => as`select * from public.admin_set_category(array[${post.id}::bigint], ${category!.id})`,
    )
    Object.assign(post, { category: category!.id, slug: row!.slug })
  },
  async deletePost(sql, board) {
    const post = pick(
      board,
      [...board.posts.values()].filter(
        ({ into, isHidden, author }) => into === null && !isHidden && board.people.includes(author),
      ),
    )
    if (!post) return
    await asPerson(sql, post.author, (as) => as`select * from public.delete_post(${post.id})`)
    post.isHidden = true
    const fate = board.random()
    if (fate < 0.5) {
      await asPerson(
        sql,
        post.author,
        (as) => as`select * from public.restore_posts(array[${post.id}::bigint])`,
      )
      post.isHidden = false
    } else if (fate < 0.75) {
      // Like private.remove_deleted_posts for every post that can no longer be restored.
      await sql.begin(async (as) => {
        await as`select private.free_merged(array[${post.id}::bigint])`
        await as`delete from public.posts where id = ${post.id}`
      })
      removePost(board, post.id)
    }
  },
  async deleteAccount(sql, board) {
    const person = pick(board, board.people)
    if (!person || board.people.length < 4) return
    const removes = board.random() < 0.5
    if (removes) {
      await keepVotesOf(sql, board, person)
      await asPerson(sql, person, (as) => as`select public.delete_account(true)`)
      for (const post of board.posts.values()) if (post.author === person) freeFrom(board, post)
      for (const post of board.posts.values()) if (post.author === person) removePost(board, post.id)
      const own = [...board.comments.values()].filter(
        ({ author, isEmptied }) => author === person && !isEmptied,
      )
      // Replies last, as in the database: an empty comment goes with its last reply.
      for (const comment of own.toSorted((a, b) => Number(a.parent === null) - Number(b.parent === null)))
        dropComment(board, comment)
    } else {
      await sql`delete from auth.users where id = ${person}`
    }
    board.people = board.people.filter((one) => one !== person)
    for (const vote of board.votes) if (vote.startsWith(person)) board.votes.delete(vote)
  },
}

/** Unmerges everything that was merged into the post, with what belongs to it. */
function freeFrom(board: Board, { id, into }: Post): void {
  if (into !== null) return
  for (const post of board.posts.values()) if (post.into === id) post.into = null
}

/** Before a merged post is permanently deleted, votes that count through it become votes on the post that stays. */
async function keepVotesOf(sql: Sql, board: Board, author: string): Promise<void> {
  const rows = await sql`
    select v.user_id, v.post_id from public.votes v join public.post_merges m on m.id = v.merge_id
    where m.post_id in (select id from public.posts where author_id = ${author})
      and v.post_id not in (select id from public.posts where author_id = ${author})`
  for (const { user_id, post_id } of rows) board.votes.add(`${user_id} ${Number(post_id)}`)
}

function removePost(board: Board, id: number): void {
  const post = board.posts.get(id)!
  const heir = post.into
  const stays = heir === null ? null : standing(board, heir)
  freeFrom(board, post)
  for (const one of board.posts.values()) if (one.into === id) one.into = heir
  for (const vote of board.votes) if (vote.endsWith(` ${id}`)) board.votes.delete(vote)
  for (const comments of [board.comments, board.dropped])
    for (const comment of comments.values()) {
      if (comment.home !== id) continue
      if (stays === null) comments.delete(comment.id)
      else comment.home = stays
    }
  board.posts.delete(id)
}
