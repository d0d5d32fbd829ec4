import { Webhook } from 'standardwebhooks'

/** According to Standard Webhooks. `key` is the same for every attempt. */
export function sign(body: string, key: string, secrets: string[], now = new Date()): Record<string, string> {
  const id = `msg_${key.replaceAll('-', '')}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
  }
}
