import { randomUUID } from 'node:crypto'
import { callAction } from '../../../tests/support/action.ts'
import { type Attack, hold } from '../case.ts'

export const mailAttacks: Attack[] = [
  {
    name: 'emails to 46 strangers, by following on their behalf',
    run: async (target) => {
      const { post, ask } = target
      const addresses = Array.from({ length: 46 }, () => `stranger-${randomUUID()}@example.com`)
      const follow = (email: string) =>
        callAction(target, post.path, 'followByMail', [{ id: post.id, email }])
      // Finding the action takes extra requests the first time.
      const answers = [await follow(addresses[0]!)]
      for (let at = 1; at < addresses.length; at += 5)
        answers.push(...(await Promise.all(addresses.slice(at, at + 5).map(follow))))
      const taken = answers.filter(({ text }) => text.includes('"ok":true')).length
      const refused = answers.filter(({ text }) => text.includes('"ok":false')).length
      hold(
        taken + refused === addresses.length,
        `${addresses.length - taken - refused} neither sent nor refused`,
      )
      hold(taken <= 10, `${taken} emails to strangers`)
      const { text } = await ask('/mailbox')
      const mails = text.split('<article').filter((one) => one.includes('stranger-'))
      hold(
        mails.every((one) => !/A post of somebody else/i.test(one) && !one.includes(post.path)),
        'an email to a stranger quotes a member',
      )
      return `${taken} of ${addresses.length} sent`
    },
  },
  {
    name: 'many emails to one stranger, under different spellings',
    run: async (target) => {
      const name = randomUUID()
      const spellings = Array.from(
        { length: 9 },
        (_, at) => `${at % 2 ? name : name.toUpperCase()}+${at}@example.com`,
      )
      const answers = await Promise.all(
        spellings.map((email) =>
          callAction(target, target.post.path, 'followByMail', [{ id: target.post.id, email }]),
        ),
      )
      const taken = answers.filter(({ text }) => text.includes('"ok":true')).length
      hold(taken <= 5, `${taken} asked for`)
      return `${taken} of ${spellings.length} asked for`
    },
  },
  {
    name: 'one-click unsubscribe with made-up tokens',
    run: async ({ ask, victim, post }) => {
      const zeros = '0'.repeat(40)
      const tokens = [
        'x',
        `p.${victim.id}.${post.id}.set.${zeros}`,
        `a.${victim.id}.0.summary.${zeros}`,
        '%F0%9F%98%80',
      ]
      for (const token of tokens) {
        const { status, text, headers } = await ask(`/api/mail/${token}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'List-Unsubscribe=One-Click',
        })
        hold(status === 404, `${token} ${status}`)
        hold(!/no more/i.test(text), `${token} says ${text.slice(0, 60)}`)
        hold(
          !headers.has('set-cookie') && !headers.has('location'),
          `${token} sets a cookie or leads elsewhere`,
        )
      }
      return '404'
    },
  },
]
