import { beforeEach, describe, expect, test } from 'vitest'
import type { Mailer, Outcome } from '../../lib/mail/open-mailer.ts'
import { createMember, type Member, sql } from '../support/database.ts'
import { context, endPauses, loseJobs } from '../support/jobs.ts'

const { sendMails } = await import('../../lib/jobs/send-mails.ts')
const sent: Outcome = { became: 'sent', words: '250 Taken' }
const later: Outcome = { became: 'later', words: '421 Try again' }

let reader: Member
let mail: { id: number; key: string }
/** The Message-IDs of the emails whose text was sent to the reader. */
let out: string[]

/** A mail server with this answer to the reader’s emails after their text. */
const mailer = (answer: () => Outcome | Promise<Outcome> = () => sent): Mailer => ({
  async send(to, { headers }, begin) {
    if (!(await begin())) return { became: 'later', words: 'Taken over.' }
    if (to !== reader.email) return sent
    out.push(headers['Message-ID']!)
    return answer()
  },
  close() {},
})
const send = (by = mailer()) => sendMails({ ...context, findMailer: async () => () => by })
const state = async () =>
  (
    await sql<{ state: string; attempts: number; outcome: string | null }[]>`
      select state, attempts, outcome from private.mails where id = ${mail.id}`
  )[0]!

beforeEach(async () => {
  reader = await createMember({ name: 'Reader' })
  out = []
  const [made] = await sql<{ id: number; key: string }[]>`
    insert into private.mails (kind, person_id) values ('test', ${reader.id}) returning id, key`
  mail = made!
})

describe('a mail', () => {
  test('is sent once, even if two processes send at the same time, repeatedly', async () => {
    await Promise.all([send(), send()])
    await Promise.all([send(), send()])
    expect(out).toEqual([`<${mail.key}@feedback.example.com>`])
    expect(await state()).toEqual({ state: 'sent', attempts: 1, outcome: '250 Taken' })
  })

  test('waits while there is no mail server, and is sent once there is', async () => {
    await sendMails(context)
    expect(await state()).toMatchObject({ state: 'ready', attempts: 0 })
    await send()
    expect(out).toHaveLength(1)
  })

  test('that is put off has one Message-ID for every attempt, and pauses between them', async () => {
    await send(mailer(() => later))
    expect(await state()).toEqual({ state: 'ready', attempts: 1, outcome: '421 Try again' })
    const [waits] = await sql`
      select m.due_at > now() as later, abs(extract(epoch from j.start_after - m.due_at)) < 0.01 as same
      from private.mails m join pgboss.job j on j.id = m.key where m.id = ${mail.id}`
    expect(waits).toEqual({ later: true, same: true })
    await send()
    expect(out).toHaveLength(1)
    await endPauses('send-mail')
    await send()
    expect(out).toEqual(Array(2).fill(`<${mail.key}@feedback.example.com>`))
    expect(await state()).toMatchObject({ state: 'sent', attempts: 2 })
  })

  test('that is put off is tried at once, and as often as a new one, when an admin asks for that', async () => {
    const admin = await createMember({ admin: true })
    for (let attempt = 1; attempt <= 7; attempt++) {
      await send(mailer(() => later))
      await endPauses('send-mail')
    }
    await sql`update pgboss.job j set start_after = m.due_at from private.mails m where m.id = ${mail.id} and j.id = m.key`
    const { data } = await admin.client.rpc('admin_delayed_mails').single().throwOnError()
    expect(data).toEqual({ mails: expect.any(Number), outcome: expect.any(String) })
    await send()
    expect(await state()).toMatchObject({ state: 'ready', attempts: 7 })
    await admin.client.rpc('admin_retry_mails').throwOnError()
    await send(mailer(() => later))
    expect(await state()).toMatchObject({ state: 'ready', attempts: 8 })
    await admin.client.rpc('admin_retry_mails').throwOnError()
    await send()
    expect(await state()).toMatchObject({ state: 'sent', attempts: 9 })
  })

  test('that is put off eight times has failed', async () => {
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect((await state()).state).toBe('ready')
      await send(mailer(() => later))
      await endPauses('send-mail')
    }
    expect(await state()).toEqual({ state: 'failed', attempts: 8, outcome: '421 Try again' })
    await send()
    expect(out).toHaveLength(8)
  })

  test.each(['sent', 'later'] as const)(
    'whose process died while its text was being sent isn’t sent again: then %s',
    async (became) => {
      await send(
        mailer(async () => {
          await loseJobs('send-mail')
          await endPauses('send-mail')
          await send()
          return { became, words: 'late' }
        }),
      )
      await endPauses('send-mail')
      await send()
      expect(out).toHaveLength(1)
      expect(await state()).toMatchObject({ state: 'unknown', attempts: 1 })
    },
  )

  test('whose process died before its text is sent with the next attempt', async () => {
    const begun: boolean[] = []
    await send({
      async send(_to, _letter, begin) {
        await loseJobs('send-mail')
        await endPauses('send-mail')
        await send()
        begun.push(await begin())
        return { became: 'later', words: 'Taken over.' }
      },
      close() {},
    })
    expect(begun).toContain(false)
    expect(out).toHaveLength(1)
    expect(await state()).toMatchObject({ state: 'sent', attempts: 2, outcome: '250 Taken' })
  })

  test('whose processes all died is given up: unknown or failed', async () => {
    for (const [before, after] of [
      ['sending', 'unknown'],
      ['claimed', 'failed'],
    ] as const) {
      const [row] = await sql<{ key: string }[]>`
        update private.mails set state = 'claimed', key = gen_random_uuid() where id = ${mail.id} returning key`
      const { key } = row!
      await context.engine.insert('send-mail', [{ id: key, data: { id: key }, retryLimit: 0 }])
      await context.engine.fetch('send-mail')
      await sql`update private.mails set state = ${before} where id = ${mail.id}`
      await loseJobs('send-mail')
      await send()
      expect((await state()).state).toBe(after)
    }
    expect(out).toEqual([])
  })

  test('whose job is missing in a copied database gets a new one', async () => {
    await send(mailer(() => later))
    await sql`delete from pgboss.job where name = 'send-mail'`
    await sql`update private.mails set due_at = now() where id = ${mail.id}`
    await send()
    expect(await state()).toMatchObject({ state: 'sent', attempts: 2 })
  })
})
