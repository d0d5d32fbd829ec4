import type { Metadata } from 'next'
import { CallbackPanel } from '@/components/account/callback-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { providerProblem } from '@/lib/session/auth-errors'

/** Where another site sends people back to after they signed in there. */
export const instant = false

export const metadata: Metadata = { title: 'Signing in', robots: { index: false }, referrer: 'no-referrer' }

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function CallbackPage({ searchParams }: Props) {
  const { code, next, start, error, error_code: problem = error } = await searchParams
  return (
    <NarrowPage title="Signing in">
      <CallbackPanel
        code={typeof code === 'string' ? code : ''}
        next={String(next ?? '')}
        start={String(start ?? '')}
        problem={problem ? providerProblem(String(problem)) : ''}
      />
    </NarrowPage>
  )
}
