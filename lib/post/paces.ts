import { Constants, type Database } from '../supabase/database.types.ts'

type MailPace = Database['public']['Enums']['mail_pace']

/** How often mails about posts may come. */
export const mailPaces = Constants.public.Enums.mail_pace

export const paceNames: Record<MailPace, string> = {
  'at-once': 'At once',
  daily: 'Once a day',
  weekly: 'Once a week',
  never: 'Never',
}
