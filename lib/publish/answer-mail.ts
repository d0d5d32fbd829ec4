import { t } from '../words/t.ts'
import 'server-only'
import { mailSettingsSchema } from '../schemas/notification'
import { anonymousClient } from '../supabase/visitor'
import { env } from '../env'
import { unavailableOnError } from './answer'

type Context = { params: Promise<{ token: string }> }

const pageOf = (token: string, said = '') =>
  `${env.SITE_URL}/notifications/mail?${new URLSearchParams({ token, ...(said && { said }) })}`

function isAboutOne(token: string): boolean {
  const [, , post, right] = token.split('.')
  return right === 'summary' || right === 'changelog' || post !== '0'
}

const go = (address: string) =>
  new Response(null, { status: 303, headers: { Location: address, 'Cache-Control': 'no-store' } })

const wrongLink = () => t('publish.answerMail.wrongLink')

const say = (words: string, status: number) =>
  new Response(`${words}\n`, { status, headers: { 'Cache-Control': 'no-store' } })

/** Opening an email's link only shows the page, because email scanners open links too. */
export const showMailSettings = async (_request: Request, { params }: Context): Promise<Response> =>
  go(pageOf((await params).token))

/** By the form on its page, or an email program's own button (RFC 8058), which ends those emails. */
export const answerMailForm = unavailableOnError(async (request: Request, { params }: Context) => {
  const { token } = await params
  const form = await request.formData().catch(() => new FormData())
  if (form.get('List-Unsubscribe') === 'One-Click') {
    const { data: isEnded } = await anonymousClient
      .rpc('set_mail_settings', { token, ...(isAboutOne(token) ? { follows: false } : { pace: 'never' }) })
      .throwOnError()
    return isEnded ? say(t('publish.answerMail.youAreUnsubscribedFrom'), 200) : say(wrongLink(), 404)
  }
  if (form.get('confirm') === 'yes') {
    const { data } = await anonymousClient.rpc('confirm_follow', { token }).throwOnError()
    return go(pageOf(token, data.length > 0 ? 'confirmed' : 'gone'))
  }
  const sent = mailSettingsSchema.safeParse(Object.fromEntries(form))
  if (!sent.success) return go(pageOf(token))
  const { pace, about, follows } = sent.data
  const { data: isSaved } = await anonymousClient
    .rpc('set_mail_settings', { token, pace, follows: about ? follows === 'yes' : undefined })
    .throwOnError()
  return go(pageOf(token, isSaved ? 'saved' : ''))
})
