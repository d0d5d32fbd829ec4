import { texts } from './deferred.ts'

/** Why an email wasn't sent, by what the database says (private.prepare_mail). */
export const mailCauses: Record<string, string> = texts({
  'No one is left to send it to.': 'dashboard.mailLog.noReader',
  "The address isn't confirmed.": 'dashboard.mailLog.notConfirmed',
  'The reader turned emails off.': 'dashboard.mailLog.turnedOff',
  'The address receives no emails.': 'dashboard.mailLog.silenced',
  'Its subject no longer exists.': 'dashboard.mailLog.subjectGone',
  'The program that sent it ended before the answer came.': 'dashboard.mailLog.noAnswer',
})
