import { say } from '../words/deferred.ts'
import { webhookKinds, type WebhookKind, webhookShapes, type WebhookShape } from '../post/dashboard-choices'
import { id } from './fields'
import * as z from './zod'

/** https only, except for this machine, if the worker is set to allow that. */
function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, hash } = new URL(text)
  const isThisMachine = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return (protocol === 'https:' || (protocol === 'http:' && isThisMachine)) && !username && !password && !hash
}

export const webhookSchema = z.object({
  id: id.optional(),
  address: z
    .string()
    .trim()
    .max(1_000, say('schemas.webhook.useAtMost1'))
    .refine(isAddress, say('schemas.webhook.enterAnAddress')),
  shape: z.enum(Object.keys(webhookShapes) as [WebhookShape, ...WebhookShape[]]),
  kinds: z
    .array(z.enum(Object.keys(webhookKinds) as [WebhookKind, ...WebhookKind[]]))
    .min(1, say('schemas.webhook.chooseAtLeastOne')),
})
export const webhookSwitchSchema = z.object({ id, isOn: z.boolean() })
