import type { Metadata } from 'next'
import { ConfirmPanel } from '@/components/account/confirm-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { readMailLink } from '@/lib/schemas/account'

/** Where the links in our mails lead. Opening it does nothing yet: mail scanners open links, too. */
export const instant = false

export const metadata: Metadata = {
  title: 'Confirm',
  robots: { index: false },
  // The address holds the key of the link: it goes to no other page.
  referrer: 'no-referrer',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function ConfirmPage({ searchParams }: Props) {
  const { token_hash: tokenHash, type, next } = await searchParams
  return (
    <NarrowPage
      title={
        type === 'recovery' ? (
          'Reset password'
        ) : (
          <>
            Confirm your <span className="whitespace-nowrap">e-mail</span> address
          </>
        )
      }
    >
      <ConfirmPanel link={readMailLink({ type, tokenHash })} next={String(next ?? '')} />
    </NarrowPage>
  )
}
