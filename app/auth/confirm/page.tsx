import { type Key, t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { ConfirmPanel } from '@/components/account/confirm-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { getSignInMethods } from '@/lib/queries/sign-in-methods'
import { readMailLink } from '@/lib/schemas/account'
import { readLinkQuery } from '@/lib/session/link-query'
import { readSignUp } from '@/lib/session/sign-up-proof'

/** Where links in our emails lead. Opening the page changes nothing, because email scanners open links too. */
export const instant = false

export const generateMetadata = titled('common.confirm', {
  robots: { index: false },
  referrer: 'same-origin',
})

const titles: Record<string, Key> = { magiclink: 'common.signIn', recovery: 'common.resetPassword' }

export default async function ConfirmPage() {
  const link = await readLinkQuery()
  const type = link.get('type') ?? ''
  const own = type === 'signup' ? await readSignUp() : null
  return (
    <NarrowPage title={t(titles[type] ?? 'pages.authConfirm.confirmYourEmailAddress')}>
      <ConfirmPanel
        link={readMailLink({ type, tokenHash: link.get('token_hash') ?? undefined })}
        next={link.get('next') ?? ''}
        needsPassword={!(await getSignInMethods()).includes('codes')}
        signedUp={own && { name: own.name, email: own.email }}
      />
    </NarrowPage>
  )
}
