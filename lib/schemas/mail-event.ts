import * as z from './zod'

export type Silenced = { address: string; reason: string }

const none: Silenced[] = []
const one = (address: string, reason: string): Silenced[] =>
  /^[^\s\0@]+@[^\s\0@]+$/.test(address) ? [{ address, reason }] : none

// Each mail service has its own terms. Emails that may still arrive don't stop an address.
const plain = z
  .object({ address: z.string(), reason: z.enum(['bounce', 'complaint']) })
  .transform(({ address, reason }) => one(address, reason))
const postmark = z
  .object({ RecordType: z.string(), Type: z.string().optional(), Email: z.string() })
  .transform(({ RecordType, Type, Email }) =>
    RecordType === 'SpamComplaint'
      ? one(Email, 'complaint')
      : RecordType === 'Bounce' && Type === 'HardBounce'
        ? one(Email, 'bounce')
        : none,
  )
const sendgrid = z
  .object({ event: z.string(), email: z.string(), type: z.string().optional() })
  .transform(({ event, email, type }) =>
    event === 'spamreport'
      ? one(email, 'complaint')
      : event === 'bounce' && type !== 'blocked'
        ? one(email, 'bounce')
        : none,
  )
const mailgun = z
  .object({
    'event-data': z.object({ event: z.string(), severity: z.string().optional(), recipient: z.string() }),
  })
  .transform(({ 'event-data': { event, severity, recipient } }) =>
    event === 'complained'
      ? one(recipient, 'complaint')
      : event === 'failed' && severity === 'permanent'
        ? one(recipient, 'bounce')
        : none,
  )
const resend = z
  .object({
    type: z.string(),
    data: z.object({ to: z.array(z.string()), bounce: z.object({ type: z.string() }).optional() }),
  })
  .transform(({ type, data: { to, bounce } }) => {
    const reason =
      type === 'email.complained'
        ? 'complaint'
        : type === 'email.bounced' && bounce?.type !== 'Transient'
          ? 'bounce'
          : null
    return reason ? to.flatMap((address) => one(address, reason)) : none
  })

const recipients = z.array(z.object({ emailAddress: z.string() }))
const sesMessage = z.object({
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
})
/** Amazon SES through SNS, which puts JSON into JSON. */
const ses = z
  .object({ Type: z.literal('Notification'), Message: z.string() })
  .transform(({ Message }, context) => {
    const parsed = sesMessage.safeParse(parse(Message))
    if (parsed.success) {
      const { bounce, complaint } = parsed.data
      return [
        ...(bounce?.bounceType === 'Permanent' ? bounce.bouncedRecipients : []).flatMap(({ emailAddress }) =>
          one(emailAddress, 'bounce'),
        ),
        ...(complaint?.complainedRecipients ?? []).flatMap(({ emailAddress }) =>
          one(emailAddress, 'complaint'),
        ),
      ]
    }
    context.addIssue('This is no message of SES.')
    return z.NEVER
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const event = z.union([plain, postmark, sendgrid, mailgun, resend, ses])

export const mailEventSchema = z
  .union([event, z.array(event).max(1_000)])
  .transform((events): Silenced[] => events.flat())
  .refine((silenced) => silenced.length <= 1_000)
