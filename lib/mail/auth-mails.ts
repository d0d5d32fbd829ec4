import { t } from '../words/t.ts'
import { h, mailDocument, raw } from './html.ts'

const mails = [
  { file: 'confirmation', key: 'confirmation', type: 'signup', hasCode: true },
  { file: 'magic_link', key: 'magicLink', type: 'magiclink', hasCode: true },
  { file: 'recovery', key: 'recovery', type: 'recovery', hasCode: false },
  { file: 'email_change', key: 'emailChange', type: 'email_change', hasCode: false },
] as const

export const authMails = (): { name: string; subject: string; html: string }[] =>
  mails.map(({ file: name, key, type, hasCode }) => {
    const url = raw(`{{ .SiteURL }}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}`)
    const code =
      hasCode &&
      h`<p>${t('mail.auth.enterCode')}</p><p class="code" style="font-size:28px;font-weight:600;letter-spacing:4px">{{ .Token }}</p>`
    const content = h`<h1>${t(`mail.auth.${key}.title`)}</h1>
<p>${t(`mail.auth.${key}.text`)}</p>
<p><a class="button" href="${url}">${t(`mail.auth.${key}.button`)}</a></p>
${code}<p class="small">${t('mail.auth.openAddress')} <bdi>${url}</bdi></p>`
    const foot = h`<p>${t(`mail.auth.${key}.ignore`)}</p>`
    const subject = t(`mail.auth.${key}.subject`)
    return { name, subject, html: mailDocument(subject, content, foot, null) }
  })
