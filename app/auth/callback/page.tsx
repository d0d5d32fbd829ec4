import '@/app/more.css'
import type { Metadata } from 'next'
import { CallbackPanel } from '@/components/account/callback-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { providerProblem } from '@/lib/session/auth-errors'
import { readLinkQuery } from '@/lib/session/link-query'

/** Where another site sends people back to after they signed in there. */
export const instant = false

export const metadata: Metadata = { title: 'Signing in', robots: { index: false }, referrer: 'same-origin' }

export default async function CallbackPage() {
  const link = await readLinkQuery()
  const problem = link.get('error_code') ?? link.get('error')
  return (
    <NarrowPage title="Signing in">
      <CallbackPanel
        code={link.get('code') ?? ''}
        next={link.get('next') ?? ''}
        start={link.get('start') ?? ''}
        problem={problem ? providerProblem(problem) : ''}
      />
    </NarrowPage>
  )
}
