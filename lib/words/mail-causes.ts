import { texts } from './deferred.ts'

/** Why an email wasn't sent, by what the database says (private.prepare_mail). */
const causes: Record<string, string> = texts({
  'No one is left to send it to.': 'dashboard.mailLog.noReader',
  "The address isn't confirmed.": 'dashboard.mailLog.notConfirmed',
  'The reader turned emails off.': 'dashboard.mailLog.turnedOff',
  'The address receives no emails.': 'dashboard.mailLog.silenced',
  'Its subject no longer exists.': 'dashboard.mailLog.subjectGone',
  'The program that sent it ended before the answer came.': 'dashboard.mailLog.noAnswer',
})

/** What went wrong with the mail server, by the words of Node.js and Nodemailer for it. */
const failures: Record<string, string> = texts({
  ECONNREFUSED: 'mail.failures.refused',
  ENOTFOUND: 'webhook.sendBody.hostNotFound',
  'leads to a private network': 'mail.failures.isPrivate',
  STARTTLS: 'mail.failures.notEncrypted',
  'wrong version number': 'mail.failures.wrongPort',
  certificate: 'mail.failures.wrongCertificate',
  'Invalid login': 'mail.failures.wrongLogin',
  '\\b530\\b': 'mail.failures.needsLogin',
  'Mail command failed: 5': 'mail.failures.wrongSender',
  'imeout|Greeting never received|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH': 'mail.failures.silent',
})

/** An email's outcome in words; the answer itself if no words are known. */
export function mailCause(outcome: string): string {
  const failure = Object.keys(failures).find((pattern) => new RegExp(pattern).test(outcome))
  return causes[outcome] ?? (failure ? failures[failure]! : outcome)
}
