import 'server-only'
import {
  createComment,
  deleteComment,
  editComment,
  getCommentSource,
  restoreComment,
} from '../../actions/comments'
import { giveVote, setVote, takeVote } from '../../actions/votes'
import { getApiComments, getApiPost, getApiReplies } from '../../queries/api'
import { listVoters } from '../../queries/signals'
import * as answers from '../../schemas/api/answers'
import * as asked from '../../schemas/api/requests'
import { endpoint } from '../endpoint'
import { changedByOther, dataOf, notFound } from '../problem'
import { sendingKey } from './posts'

const setOwnVote = async (id: number, wanted: boolean) => {
  const { isVoted, votesTotal } = dataOf(await setVote({ id, wanted }))
  return { voted: isVoted, votes: votesTotal }
}

export const votesAndComments = [
  endpoint('PUT /posts/{id}/vote', {
    tag: 'Votes',
    summary: 'Vote for a post as the key’s owner',
    scopes: ['write'],
    params: asked.idParams,
    answer: answers.voteAnswer,
    run: ({ params }) => setOwnVote(params.id, true),
  }),
  endpoint('DELETE /posts/{id}/vote', {
    tag: 'Votes',
    summary: 'Remove the vote of the key’s owner',
    scopes: ['write'],
    params: asked.idParams,
    answer: answers.voteAnswer,
    run: ({ params }) => setOwnVote(params.id, false),
  }),
  endpoint('GET /posts/{id}/votes', {
    tag: 'Votes',
    summary: 'List who voted for a post',
    scopes: ['team'],
    params: asked.idParams,
    query: asked.pageQuery,
    answer: answers.votersAnswer,
    run: async ({ params, query }) => {
      if (!(await getApiPost(params.id))) throw notFound('post')
      const { items, next } = await listVoters(
        { post: params.id, after: query.after, max: query.limit },
        'everyone',
      )
      return {
        items: items.map((voter) => ({
          id: voter.id,
          name: voter.name,
          email: voter.email,
          is_team: voter.isTeam,
          voted_at: voter.votedAt,
          is_set_aside: voter.isSetAside,
          given_by: voter.given?.by ?? null,
          why: voter.given?.why ?? null,
        })),
        next,
      }
    },
  }),
  endpoint('POST /posts/{id}/votes', {
    tag: 'Votes',
    summary: 'Vote on someone’s behalf',
    scopes: ['write', 'team'],
    params: asked.idParams,
    body: asked.giveVoteBody,
    answer: answers.givenVoteAnswer,
    status: 201,
    run: async ({ params, body }) => {
      const voter = (body.person_id ?? body.email)!
      const { person, votesTotal } = dataOf(await giveVote({ post: params.id, voter, why: body.why }), {
        voter: 'email',
      })
      return { person_id: person, votes: votesTotal }
    },
  }),
  endpoint('DELETE /posts/{id}/votes/{person_id}', {
    tag: 'Votes',
    summary: 'Remove a vote that the team added',
    scopes: ['write', 'team'],
    params: asked.voterParams,
    answer: answers.voteAnswer,
    run: async ({ params }) => {
      const { votesTotal } = dataOf(await takeVote({ post: params.id, person: params.person_id }))
      return { voted: false, votes: votesTotal }
    },
  }),
  endpoint('GET /posts/{id}/comments', {
    tag: 'Comments',
    summary: 'List the comments of a post with their first replies',
    scopes: null,
    params: asked.idParams,
    query: asked.pageQuery,
    answer: answers.commentsAnswer,
    run: async ({ params, query }) =>
      (await getApiComments(params.id, query.after, query.limit)) ??
      Promise.reject(notFound('post or page', 'Check the id and `after`.')),
  }),
  endpoint('GET /comments/{id}/replies', {
    tag: 'Comments',
    summary: 'List the replies to a comment',
    scopes: null,
    params: asked.idParams,
    query: asked.pageQuery,
    answer: answers.repliesAnswer,
    run: async ({ params, query }) =>
      (await getApiReplies(params.id, query.after, query.limit)) ??
      Promise.reject(notFound('comment or page', 'Check the id and `after`.')),
  }),
  endpoint('POST /posts/{id}/comments', {
    tag: 'Comments',
    summary: 'Write a comment or a reply',
    scopes: ['write'],
    params: asked.idParams,
    body: asked.commentBodySchema,
    answer: answers.commentMadeAnswer,
    status: 201,
    run: async ({ params, body, caller }) => {
      const made = dataOf(
        await createComment({
          post: params.id,
          parent: body.parent_id,
          body: body.body,
          mentions: [],
          key: sendingKey(caller, 'comment'),
        }),
      )
      return {
        id: made.id,
        post_id: params.id,
        parent_id: body.parent_id,
        body: body.body,
        is_waiting: made.isWaiting,
      }
    },
  }),
  endpoint('PATCH /comments/{id}', {
    tag: 'Comments',
    summary: 'Edit a comment',
    scopes: ['write'],
    params: asked.idParams,
    body: asked.editCommentBody,
    answer: answers.commentEditedAnswer,
    current: ({ params }) => commentNow(params.id),
    run: async ({ params: { id }, body, seen }) => {
      const was = dataOf(await getCommentSource({ id }))
      const saved = dataOf(
        await editComment({
          id,
          body: body.body,
          seenRevision: seen?.revision ?? was.revision,
          mentions: [],
        }),
      )
      if (!saved.isSaved) throw changedByOther('comment')
      return { id, post_id: was.post, body: saved.source }
    },
  }),
  endpoint('GET /comments/{id}', {
    tag: 'Comments',
    summary: 'Read the source of a comment',
    scopes: ['read'],
    params: asked.idParams,
    answer: answers.commentEditedAnswer,
    run: async ({ params }) => (await commentNow(params.id)).shown,
  }),
  endpoint('DELETE /comments/{id}', {
    tag: 'Comments',
    summary: 'Delete a comment',
    description:
      'A comment with replies is emptied but stays in place. The answer is the same if the comment doesn’t exist. Undo it within an hour with `POST /comments/{id}/restore`.',
    scopes: ['write'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    current: ({ params }) => commentNow(params.id),
    run: async ({ params }) => {
      dataOf(await deleteComment(params))
      return { done: true as const }
    },
  }),
  endpoint('POST /comments/{id}/restore', {
    tag: 'Comments',
    summary: 'Restore a comment that the key’s owner deleted a moment ago',
    scopes: ['write'],
    params: asked.idParams,
    body: asked.emptyBody,
    answer: answers.commentEditedAnswer,
    run: async ({ params }) => {
      dataOf(await restoreComment(params))
      return (await commentNow(params.id)).shown
    },
  }),
]

async function commentNow(id: number) {
  const { body, post, revision } = dataOf(await getCommentSource({ id }))
  return { shown: { id, post_id: post, body }, revision }
}
