import { Webhook } from 'standardwebhooks'
import { describe, expect, test } from 'vitest'
import type { Says } from '../../lib/webhook/claimed-delivery.ts'
import { reachOf } from '../../lib/webhook/reach.ts'
import { sign } from '../../lib/webhook/sign.ts'
import { writeBody } from '../../lib/webhook/write-body.ts'

describe('an address', () => {
  test.each([
    ['public', '8.8.8.8', '2606:4700::1111', '::ffff:8.8.8.8'],
    ['loopback', '127.0.0.1', '127.255.0.9', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'],
    [
      'private',
      '10.0.0.1',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.1.1',
      '::ffff:192.168.1.1',
      '::ffff:a00:1',
    ],
    ['private', '169.254.169.254', '::ffff:169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'fd00:ec2::254'],
    ['private', 'fc00::1', 'fdff::1', 'fec0::1', '100.64.0.1', '100.127.255.255', '0.0.0.0', '0.1.2.3', '::'],
    [
      'private',
      '224.0.0.1',
      '255.255.255.255',
      '240.0.0.1',
      'ff02::1',
      '198.18.0.1',
      '192.0.2.1',
      '2001:db8::1',
    ],
    // IPv4 addresses written as IPv6: mapped, translated or tunneled.
    [
      'private',
      '64:ff9b::7f00:1',
      '64:ff9b:1::a00:1',
      '2002:7f00:1::',
      '2001::1',
      '::7f00:1',
      '::ffff:0:7f00:1',
    ],
    ['private', '', 'localhost', '1.2.3.4.5', '999.1.1.1'],
  ])('is %s: %s', (reach, ...addresses) => {
    expect(addresses.map(reachOf)).toEqual(addresses.map(() => reach))
  })
})

const site = { url: 'https://feedback.example.com', name: 'Signpost' }
const person = { id: 'f3b7', name: 'Ada <!channel>', is_team: true }
const post = {
  id: 12,
  title: 'Dark <mode> & more',
  details: '**Please** @everyone',
  category: 'new-features',
  slug: 'dark-mode',
  state: 'planned' as const,
  votes: 3,
  comments: 1,
  created_at: '2026-11-20T10:00:00+00:00',
  author: person,
}
const changed: Says = {
  type: 'post.state',
  timestamp: '2026-11-22T10:00:00+00:00',
  data: { post, actor: person, change: { from: 'proposed', to: 'planned', note: 'In <spring>.' } },
}
const commented: Says = {
  type: 'comment.created',
  timestamp: '2026-11-22T10:00:00+00:00',
  data: { post, actor: null, comment: { id: 7, parent_id: 5, body: 'Yes' } },
}
const deleted: Says = { ...changed, type: 'post.deleted', data: { post: { id: 12 } } }

describe('a webhook’s content', () => {
  test('is data with addresses for programs', () => {
    const json = JSON.parse(writeBody('json', commented, site))
    expect(json).toEqual({
      type: 'comment.created',
      timestamp: '2026-11-22T10:00:00.000Z',
      data: {
        post: { ...post, url: 'https://feedback.example.com/new-features/dark-mode' },
        comment: {
          id: 7,
          parent_id: 5,
          body: 'Yes',
          url: 'https://feedback.example.com/new-features/dark-mode#comment-7',
        },
        actor: null,
      },
    })
    expect(JSON.parse(writeBody('json', deleted, site)).data).toEqual({ post: { id: 12 } })
  })

  test('is a message in Slack that can neither notify a channel nor contain a link', () => {
    expect(JSON.parse(writeBody('slack', changed, site)).text).toBe(
      'Ada &lt;!channel&gt; moved this from Proposed to Planned: <https://feedback.example.com/new-features/dark-mode|Dark &lt;mode&gt; &amp; more>\n&gt; In &lt;spring&gt;.'.replace(
        '\n&gt;',
        '\n>',
      ),
    )
  })

  test('is a message in Discord that notifies no one', () => {
    expect(JSON.parse(writeBody('discord', commented, site))).toEqual({
      embeds: [
        {
          author: { name: 'Someone replied' },
          title: 'Dark <mode> & more',
          url: 'https://feedback.example.com/new-features/dark-mode#comment-7',
          description: 'Yes',
          timestamp: '2026-11-22T10:00:00.000Z',
        },
      ],
      allowed_mentions: { parse: [] },
    })
  })

  test.each([
    ['post.created', { post, actor: person }, 'Ada <!channel> wrote a post'],
    ['post.corrected', { post, actor: person, change: null }, 'Ada <!channel> undid the last state change'],
    [
      'post.corrected',
      { post, actor: person, change: { from: 'proposed', to: 'candidate', note: null } },
      'Ada <!channel> corrected the change to Candidate',
    ],
    ['post.deleted', { post: { id: 1 } }, 'A post was deleted'],
    ['post.merged', { post: { id: 1 }, merged_into: post }, 'A post was merged into another'],
    ['post.merged', { post: { id: 1 }, merged_into: null }, 'A post was merged into another'],
    ['post.unmerged', { post, actor: person }, 'Ada <!channel> undid a merge'],
    ['post.restored', { post, actor: null }, 'Someone restored a post'],
    [
      'comment.created',
      { post, actor: person, comment: { id: 1, parent_id: null, body: 'Yes' } },
      'Ada <!channel> commented',
    ],
    ['comment.deleted', { post: { id: 1 }, comment: { id: 2 } }, 'A comment was deleted'],
    [
      'comment.restored',
      { post, actor: person, comment: { id: 1, parent_id: null, body: 'Yes' } },
      'Ada <!channel> restored a comment',
    ],
    ['webhook.test', {}, 'Test from Signpost: your webhook works'],
  ] as [Says['type'], Says['data'], string][])('of %s is said in every shape', (type, data, head) => {
    const says = { type, timestamp: '2026-11-22T10:00:00+00:00', data }
    expect(JSON.parse(writeBody('discord', says, site)).embeds[0].author.name).toBe(head)
    expect(JSON.parse(writeBody('slack', says, site)).text).toContain(
      head.replace('<', '&lt;').replace('>', '&gt;'),
    )
    expect(JSON.parse(writeBody('json', says, site)).type).toBe(type)
  })
})

test('a signature is valid for its body, with the current and the previous secret', () => {
  const secrets = [1, 2].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`)
  const body = writeBody('json', changed, site)
  const headers = sign(body, '0b6d1f0e-5a4b-4c3d-8e2f-1a0b9c8d7e6f', secrets)
  expect(headers['webhook-id']).toBe('msg_0b6d1f0e5a4b4c3d8e2f1a0b9c8d7e6f')
  for (const secret of secrets) {
    expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'post.state' })
  }
  const stranger = new Webhook(`whsec_${Buffer.alloc(32, 3).toString('base64')}`)
  expect(() => stranger.verify(body, headers)).toThrow()
  expect(() => new Webhook(secrets[0]!).verify(`${body} `, headers)).toThrow()
})
