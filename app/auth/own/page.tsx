import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { OwnSignInPanel } from '@/components/account/own-sign-in-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { readLinkQuery } from '@/lib/session/link-query'
import { personOfToken } from '@/lib/session/own-token'
import { getViewer } from '@/lib/session/viewer'

/** The page to which the company's product sends people with a token (docs/sign-in-with-your-product.md). */
export const instant = false

export const generateMetadata = titled('common.signIn', { robots: { index: false }, referrer: 'same-origin' })

export default async function OwnSignInPage() {
  const link = await readLinkQuery()
  const token = link.get('token') ?? ''
  const [person, viewer] = await Promise.all([personOfToken(token), getViewer()])
  return (
    <NarrowPage title={t('common.signIn')}>
      <OwnSignInPanel
        token={token}
        next={link.get('next') ?? ''}
        person={person}
        signedInAs={viewer && viewer.email !== person?.email ? viewer.name : null}
      />
    </NarrowPage>
  )
}
