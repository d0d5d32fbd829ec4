import { t } from '../words/t.ts'
import { h, mailDocument, raw } from './html.ts'

const mails = [
  { file: 'confirmation', key: 'confirmation', type: 'signup', hasCode: true },
  { file: 'magic_link', key: 'magicLink', type: 'magiclink', hasCode: true },
  { file: 'recovery', key: 'recovery', type: 'recovery', hasCode: false },
  { file: 'email_change', key: 'emailChange', type: 'email_change', hasCode: false },
] as const

const url = '{{ .SiteURL }}'

/**
 * The templates of the auth service's emails. It fills in the site's address; the logo has the same address whatever the
 * team chooses. A template for any site shows the address as the name.
 */
export function authMails({ name: siteName, accent }: { name?: string; accent?: string }) {
  // A name with two braces would be read as a part that the auth service fills in.
  const site = {
    url,
    name: siteName?.replaceAll(/\{(?=\{)/g, '{ ') ?? url,
    accent,
    logo: { src: `${url}/api/logo` },
  }
  return mails.map(({ file: name, key, type, hasCode }) => {
    const link = raw(`${url}/auth/confirm?token_hash={{ .TokenHash }}&type=${type}`)
    const code =
      hasCode &&
      h`<p>${t('mail.auth.enterCode')}</p><p class="code" style="font-size:28px;font-weight:600;letter-spacing:4px">{{ .Token }}</p>`
    const preview = t(`mail.auth.${key}.text`)
    const content = h`<h1>${t(`mail.auth.${key}.title`)}</h1>
<p>${preview}</p>
<p><a class="button" href="${link}">${t(`mail.auth.${key}.button`)}</a></p>
${code}<p class="small">${t('mail.auth.openAddress')} <bdi>${link}</bdi></p>`
    const foot = h`<p>${t(`mail.auth.${key}.ignore`)}</p>`
    const subject = t(`mail.auth.${key}.subject`)
    return { name, subject, html: mailDocument(subject, content, foot, { site, preview }) }
  })
}
