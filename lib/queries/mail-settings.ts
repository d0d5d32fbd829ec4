import 'server-only'
import { postAddress } from '../post/address'
import { anonymousClient } from '../supabase/anonymous'

/** What the reader of a mail may change by the link in it; null for a link that is of no use. */
export async function getMailSettings(token: string) {
  const { data } = await anonymousClient.rpc('mail_settings', { token }).throwOnError()
  const row = data[0]
  if (!row) return null
  // The types know nothing of rows without a post, or of links that are not about summaries.
  const { title, category_slug, slug, follows, summary = null } = row as Partial<typeof row>
  return {
    address: row.address,
    pace: row.pace,
    hasAccount: row.has_account,
    post:
      title && category_slug && slug
        ? { title, href: postAddress({ categorySlug: category_slug, slug }), follows: Boolean(follows) }
        : null,
    /** Whether summaries come; null for the links in other mails. */
    summary,
  }
}

export type MailSettings = NonNullable<Awaited<ReturnType<typeof getMailSettings>>>
