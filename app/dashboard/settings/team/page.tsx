import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { DashboardHeading } from '@/components/dashboard/dashboard-heading'
import { TeamFactorSettings } from '@/components/settings/team-factor-settings'
import { TeamSettings } from '@/components/settings/team-settings'
import { listInvitations } from '@/lib/queries/invitations'
import { mailDelivery } from '@/lib/queries/mail-server'
import { canReadMailbox } from '@/lib/queries/mailbox'
import { listPeople } from '@/lib/queries/people'
import { getSiteSettings } from '@/lib/queries/settings'
import { requireAdmin } from '@/lib/session/viewer'

export const instant = false

export const generateMetadata = titled('common.team', { robots: { index: false } })

export default async function TeamSettingsPage() {
  const { hasFactor } = await requireAdmin()
  const [{ people }, invitations, { requiresFactor }, hasMailbox] = await Promise.all([
    listPeople('', 'team', null),
    listInvitations(),
    getSiteSettings(),
    canReadMailbox(),
  ])
  return (
    <>
      <DashboardHeading title={t('common.team')} current="/dashboard/settings/team" />
      <div className="space-y-6">
        <TeamSettings
          members={people}
          invitations={invitations}
          delivery={await mailDelivery()}
          hasMailbox={hasMailbox}
        />
        <TeamFactorSettings isRequired={requiresFactor} hasFactor={hasFactor} />
      </div>
    </>
  )
}
