import type { Sql } from 'postgres'
import { broken, fine, type Finding } from './doctor-checks.ts'

/**
 * Tells from the newest account that was confirmed by mail which mails the project sends; only its owner may read its
 * settings. The link in a mail of ours leads to the site, whose server uses it up; a default one leads a browser
 * straight to the auth service.
 */
export async function checkAccountMails(sql: Sql): Promise<Finding[]> {
  const [newest] = await sql`
    select s.user_agent is not null as "isKnown", s.user_agent like 'Mozilla/%' as "isDefault"
    from auth.users u left join auth.sessions s on s.user_id = u.id
      and s.created_at between u.email_confirmed_at and u.email_confirmed_at + interval '1 second'
    where u.invited_at is null and u.email_confirmed_at is not null
      -- The auth service forgets when it sent the mail, as soon as there is a new password.
      and (u.confirmation_sent_at is not null or s.id is not null)
      and u.raw_app_meta_data ->> 'provider' = 'email'
    order by u.email_confirmed_at desc, s.created_at limit 1`
  if (!newest?.isKnown) {
    return [
      fine(
        'Which mails the project sends shows once somebody has confirmed an address and is signed in still: then ask again.',
      ),
    ]
  }
  return [
    newest.isDefault
      ? broken(
          "The newest account was confirmed with the project's default mail, whose link a scanner can use up.",
          'npx supabase config push. Then sign up once more, since the doctor looks at the newest account.',
        )
      : fine("The newest account was confirmed with the site's own mail."),
  ]
}
