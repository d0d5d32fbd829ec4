import { t } from '@/lib/words/t'
import '@/app/more.css'
import type { Metadata } from 'next'
import { cache } from 'react'
import { InvitationPanel } from '@/components/account/invitation-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { getInvitation } from '@/lib/queries/invitations'
import { getSite } from '@/lib/queries/site'
import { isTeam } from '@/lib/session/is-team'
import { readLinkQuery } from '@/lib/session/link-query'
import { getViewer } from '@/lib/session/viewer'

/** Where the link of an invitation leads. Opening it changes nothing: mail scanners open links, too. */
export const instant = false

const readInvitation = cache(async () => {
  const key = (await readLinkQuery()).get('key') ?? ''
  const [invitation, viewer, { name: site }] = await Promise.all([getInvitation(key), getViewer(), getSite()])
  const isOnTeam = viewer !== null && isTeam(viewer)
  const title =
    !invitation && isOnTeam
      ? t('pages.authInvitation.youAreOnTheTeam')
      : t('pages.authInvitation.joinTheTeam')
  return {
    title,
    panel: { invitationKey: key, invitation, site, signedInAs: viewer?.email ?? null, isOnTeam },
  }
})

export async function generateMetadata(): Promise<Metadata> {
  const { title } = await readInvitation()
  return { title, robots: { index: false }, referrer: 'same-origin' }
}

export default async function InvitationPage() {
  const { title, panel } = await readInvitation()
  return (
    <NarrowPage title={title}>
      <InvitationPanel {...panel} />
    </NarrowPage>
  )
}
