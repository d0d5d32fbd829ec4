import 'server-only'
import { env } from '../env'
import { t } from '../words/t.ts'

export type Provider = { id: string; name: string }

const spelled: Record<string, string> = {
  azure: 'Microsoft',
  github: 'GitHub',
  gitlab: 'GitLab',
  linkedin_oidc: 'LinkedIn',
  slack_oidc: 'Slack',
  workos: 'WorkOS',
}

/** What AUTH_PROVIDERS offers, in its order: `github`, `custom:acme` or `custom:acme=Acme Inc.`. */
export const providers: readonly Provider[] = env.AUTH_PROVIDERS.map((entry) => {
  const [id = '', name] = entry.split('=')
  return { id, name: name ?? nameOf(id) }
})

export const providerName = (id: string): string =>
  providers.find((provider) => provider.id === id)?.name ?? nameOf(id)

function nameOf(id: string): string {
  if (id.startsWith('sso:')) return t('common.companySignIn')
  if (id === 'email') return t('common.email')
  const plain = id.replace('custom:', '')
  return spelled[plain] ?? plain.charAt(0).toUpperCase() + plain.slice(1)
}
