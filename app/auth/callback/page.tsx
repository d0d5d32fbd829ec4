import type { Metadata } from 'next'
import { CallbackPanel } from '@/components/account/callback-panel'
import { NarrowPage } from '@/components/shell/narrow-page'

/** Where another site sends people back to after they signed in there. */
export const instant = false

export const metadata: Metadata = { title: 'Signing in', robots: { index: false }, referrer: 'no-referrer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CallbackPage({ searchParams }: Props) {
  const { code, next, start, error_code: problem } = await searchParams
  return (
    <NarrowPage title="Signing in">
      <CallbackPanel
        code={typeof code === 'string' ? code : ''}
        next={String(next ?? '')}
        start={String(start ?? '')}
        problem={problem ? 'The other site did not confirm your sign-in.' : ''}
      />
    </NarrowPage>
  )
}
