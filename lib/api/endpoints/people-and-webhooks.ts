import 'server-only'
import { dismissReports, report, setRole } from '../../actions/moderation'
import { deleteWebhook, saveWebhook, switchWebhook, testWebhook } from '../../actions/webhooks'
import { env } from '../../env'
import { listPeople } from '../../queries/people'
import { listReports } from '../../queries/reports'
import { listDeliveries, listWebhooks } from '../../queries/webhooks'
import * as answers from '../../schemas/api/answers'
import * as asked from '../../schemas/api/requests'
import { getViewer } from '../../session/viewer'
import { endpoint } from '../endpoint'
import { dataOf, notFound, Problem } from '../problem'

const done = { done: true as const }
const webhook = async (id: number) => {
  const found = (await listWebhooks()).find((one) => one.id === id)
  if (!found) throw notFound('webhook')
  return found
}

export const peopleAndWebhooks = [
  endpoint('GET /me', {
    tag: 'People',
    summary: 'Who the key acts as',
    scopes: ['read'],
    answer: answers.meAnswer,
    run: async ({ caller }) => {
      const viewer = await getViewer()
      if (!viewer) throw new Problem('invalid-key', 'The owner of this key must sign in again.')
      return { id: viewer.id, name: viewer.name, role: viewer.role, scopes: caller.scopes }
    },
  }),
  endpoint('GET /people', {
    tag: 'People',
    summary: 'List people',
    scopes: ['team'],
    query: asked.peopleQuery,
    answer: answers.peopleAnswer,
    run: async ({ query: { q, only, after = null } }) => {
      const { people, next } = await listPeople(q, only, after)
      return {
        items: people.map((person) => ({
          id: person.id,
          name: person.name,
          email: person.email,
          role: person.role,
          created_at: person.createdAt,
          posts: person.posts,
          comments: person.comments,
          votes: person.votes,
          is_blocked: person.block !== null,
        })),
        next,
      }
    },
  }),
  endpoint('PUT /people/{person_id}/role', {
    tag: 'People',
    summary: 'Change a person’s role',
    scopes: ['write', 'admin'],
    params: asked.personParams,
    body: asked.roleBody,
    answer: answers.doneAnswer,
    run: async ({ params, body }) => {
      dataOf(await setRole({ id: params.person_id, role: body.role }))
      return done
    },
  }),
  endpoint('GET /reports', {
    tag: 'Reports',
    summary: 'List reports and content awaiting approval',
    scopes: ['team'],
    answer: answers.reportsAnswer,
    run: async () => {
      const { things, total } = await listReports()
      return {
        total,
        items: things.map((thing) => ({
          post_id: thing.postId,
          comment_id: thing.commentId,
          title: thing.title,
          text: thing.text,
          url: env.SITE_URL + thing.address,
          since: thing.since,
          hidden_by: thing.cause,
          reports: thing.reports.map(({ reporter, reason, isTrusted }) => ({
            reporter,
            reason,
            is_trusted: isTrusted,
          })),
        })),
      }
    },
  }),
  endpoint('POST /reports', {
    tag: 'Reports',
    summary: 'Report a post or a comment to the team',
    scopes: ['write'],
    body: asked.reportBody,
    answer: answers.doneAnswer,
    status: 201,
    run: async ({ body }) => {
      dataOf(await report({ post: body.post_id, comment: body.comment_id, reason: body.reason }))
      return done
    },
  }),
  endpoint('POST /reports/dismiss', {
    tag: 'Reports',
    summary: 'Keep reported content, or approve content',
    scopes: ['write', 'team'],
    body: asked.dismissBody,
    answer: answers.doneAnswer,
    run: async ({ body }) => {
      dataOf(await dismissReports({ posts: body.post_ids, comments: body.comment_ids }))
      return done
    },
  }),
  endpoint('GET /webhooks', {
    tag: 'Webhooks',
    summary: 'List webhooks',
    scopes: ['admin'],
    answer: answers.webhooksAnswer,
    run: async () => ({
      items: (await listWebhooks()).map((one) => ({
        id: one.id,
        address: one.address,
        shape: one.shape,
        kinds: one.kinds,
        is_on: one.offAt === null,
        off_reason: one.offReason,
        failing_since: one.failingSince,
        waiting: one.waiting,
      })),
    }),
  }),
  endpoint('POST /webhooks', {
    tag: 'Webhooks',
    summary: 'Add a webhook',
    scopes: ['write', 'admin'],
    body: asked.webhookBody,
    answer: answers.webhookMadeAnswer,
    status: 201,
    run: async ({ body }) => dataOf(await saveWebhook(body)),
  }),
  endpoint('PATCH /webhooks/{id}', {
    tag: 'Webhooks',
    summary: 'Change a webhook, or turn it on or off',
    scopes: ['write', 'admin'],
    params: asked.idParams,
    body: asked.editWebhookBody,
    answer: answers.doneAnswer,
    run: async ({ params: { id }, body: { is_on: isOn, ...wanted } }) => {
      const { address, shape, kinds } = await webhook(id)
      if (Object.values(wanted).some((value) => value !== undefined)) {
        const texts = {
          address: wanted.address ?? address,
          shape: wanted.shape ?? shape,
          kinds: wanted.kinds ?? kinds,
        }
        dataOf(await saveWebhook({ id, ...texts }))
      }
      if (isOn !== undefined) dataOf(await switchWebhook({ id, isOn }))
      return done
    },
  }),
  endpoint('DELETE /webhooks/{id}', {
    tag: 'Webhooks',
    summary: 'Delete a webhook with its log',
    scopes: ['write', 'admin'],
    params: asked.idParams,
    answer: answers.doneAnswer,
    run: async ({ params }) => {
      await webhook(params.id)
      dataOf(await deleteWebhook(params))
      return done
    },
  }),
  endpoint('POST /webhooks/{id}/test', {
    tag: 'Webhooks',
    summary: 'Send a test',
    scopes: ['write', 'admin'],
    params: asked.idParams,
    body: asked.emptyBody,
    answer: answers.doneAnswer,
    run: async ({ params }) => {
      await webhook(params.id)
      dataOf(await testWebhook(params))
      return done
    },
  }),
  endpoint('GET /webhooks/{id}/deliveries', {
    tag: 'Webhooks',
    summary: 'List a webhook’s deliveries',
    scopes: ['admin'],
    params: asked.idParams,
    query: asked.deliveriesQuery,
    answer: answers.deliveriesAnswer,
    run: async ({ params, query }) => {
      await webhook(params.id)
      const { deliveries, next } = await listDeliveries(params.id, query.before ?? null)
      return {
        items: deliveries.map(({ id, kind, state, attempts, outcome, createdAt }) => ({
          id,
          kind,
          state,
          attempts,
          outcome,
          created_at: createdAt,
        })),
        next,
      }
    },
  }),
]
