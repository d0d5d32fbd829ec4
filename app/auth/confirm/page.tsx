import '@/app/more.css'
import type { Metadata } from 'next'
import { ConfirmPanel } from '@/components/account/confirm-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { getSignInMethods } from '@/lib/queries/sign-in-methods'
import { readMailLink } from '@/lib/schemas/account'
import { readLinkQuery } from '@/lib/session/link-query'
import { readSignUp } from '@/lib/session/sign-up-proof'

/** Where the links in our mails lead. Opening it does nothing yet: mail scanners open links, too. */
export const instant = false

export const metadata: Metadata = {
  title: 'Confirm',
  robots: { index: false },
  referrer: 'same-origin',
}

const titles: Record<string, string> = { magiclink: 'Sign in', recovery: 'Reset password' }

export default async function ConfirmPage() {
  const link = await readLinkQuery()
  const type = link.get('type') ?? ''
  const own = type === 'signup' ? await readSignUp() : null
  return (
    <NarrowPage title={titles[type] ?? 'Confirm your email address'}>
      <ConfirmPanel
        link={readMailLink({ type, tokenHash: link.get('token_hash') ?? undefined })}
        next={link.get('next') ?? ''}
        needsPassword={!(await getSignInMethods()).includes('codes')}
        signedUp={own && { name: own.name, email: own.email }}
      />
    </NarrowPage>
  )
}
