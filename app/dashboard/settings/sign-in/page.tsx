import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { OwnSignInSettings } from '@/components/settings/own-sign-in-settings'
import { listOwnKeys } from '@/lib/queries/own-keys'
import { getSiteSettings } from '@/lib/queries/settings'
import { takesOwnTokens } from '@/lib/session/own-token'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('settings.nav.signIn', { robots: { index: false } })

export default async function SignInSettingsPage() {
  await requireAdmin()
  const [keys, { trustsOwnAddresses }] = await Promise.all([listOwnKeys(), getSiteSettings()])
  return (
    <>
      <DashboardHeading title={t('settings.nav.signIn')} current="/dashboard/settings/sign-in" />
      <OwnSignInSettings keys={keys} takesTokens={takesOwnTokens} trustsAddresses={trustsOwnAddresses} />
    </>
  )
}
