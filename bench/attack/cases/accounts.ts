import { callAction } from '../../../tests/support/action.ts'
import { cookiesOf } from '../session.ts'
import { type Attack, hold } from '../case.ts'
import { createPost } from '../target.ts'

/** The limits of an account created a minute ago. A well-meaning newcomer needs less. */
const freshPosts = 10
const freshComments = 40
const freshEdits = 60

export const accountAttacks: Attack[] = [
  {
    name: 'locking someone else out',
    run: async ({ call, victim }) => {
      for (let attempt = 0; attempt < 45; attempt++) {
        const { status } = await call('/rest/v1/rpc/count_attempt', {
          json: { kind: 'sign-in', account: victim.email, address: '203.0.113.1' },
        })
        hold(status >= 400 && status < 500, `anyone may count attempts (${status})`)
      }
      return 'refused'
    },
  },
  {
    name: 'guessing a password sixty times at the API',
    run: async ({ call, createMember }) => {
      const { email } = await createMember()
      for (let attempt = 1; attempt <= 60; attempt++) {
        const { status } = await call('/auth/v1/token?grant_type=password', {
          json: { email, password: `guess ${attempt}` },
        })
        if (status === 429) return `refused at guess ${attempt}`
      }
      throw new Error('60 guesses got through')
    },
  },
  {
    name: 'a forged password recovery',
    run: async (target) => {
      const { victim, call } = target
      const cookie = `${await cookiesOf(target, victim)}; signpost-recovery=yes`
      const wanted = 'taken over password'
      const form = {
        password: wanted,
        passwordRepeat: wanted,
        repeatPassword: wanted,
        repeat: wanted,
        confirmPassword: wanted,
      }
      const answer = await callAction(target, '/reset-password', 'resetPassword', [form], { cookie })
      const { status } = await call('/auth/v1/token?grant_type=password', {
        json: { email: victim.email, password: wanted },
      })
      hold(status >= 400, 'the password changed')
      return `${answer.status}, the password is unchanged`
    },
  },
  {
    name: 'spam from a new account: posts',
    run: async ({ call, createMember }) => {
      const as = await createMember()
      let made = 0
      while (made < freshPosts && (await createPost(call, as, `Spam number ${made}`).catch(() => null)))
        made++
      hold(made < freshPosts, `${made} posts went through`)
      return `refused after ${made}`
    },
  },
  {
    name: 'spam from a new account: comments',
    run: async ({ call, createMember, post }) => {
      const as = await createMember()
      let made = 0
      const comment = () =>
        call('/rest/v1/comments', { as, json: { post_id: post.id, body: `Spam number ${made}` } })
      while (made < freshComments && (await comment()).status < 300) made++
      hold(made < freshComments, `${made} comments went through`)
      return `refused after ${made}`
    },
  },
  {
    name: 'a hundred large edits',
    run: async ({ call, createMember }) => {
      const as = await createMember()
      const { id } = await createPost(call, as, 'Edited often')
      let made = 0
      const edit = () =>
        call(`/rest/v1/posts?id=eq.${id}`, {
          as,
          method: 'PATCH',
          json: { details: `${made} ${'x'.repeat(9_900)}` },
        })
      while (made < freshEdits && (await edit()).status < 300) made++
      hold(made < freshEdits, `${made} edits went through`)
      return `refused after ${made}`
    },
  },
  {
    name: 'a session that has ended',
    run: async ({ call, createMember, post }) => {
      const as = await createMember()
      await call('/auth/v1/logout?scope=global', { as, json: {} })
      const vote = await call('/rest/v1/rpc/set_vote', { as, json: { post_id: post.id, wanted: true } })
      hold(vote.status >= 400, 'it still votes')
      const comment = await call('/rest/v1/comments', {
        as,
        json: { post_id: post.id, body: 'After the end' },
      })
      hold(comment.status >= 400, 'it still writes')
      return 'refused'
    },
  },
]
