import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { CallbackPanel } from '@/components/account/callback-panel'
import { NarrowPage } from '@/components/shell/narrow-page'
import { providerProblem } from '@/lib/session/auth-errors'
import { readLinkQuery } from '@/lib/session/link-query'

/** Where another site sends people back to after they signed in there. */
export const instant = false

export const generateMetadata = titled('pages.authCallback.signingIn', {
  robots: { index: false },
  referrer: 'same-origin',
})

export default async function CallbackPage() {
  const link = await readLinkQuery()
  const problem = link.get('error_code') ?? link.get('error')
  return (
    <NarrowPage title={t('pages.authCallback.signingIn')}>
      <CallbackPanel
        code={link.get('code') ?? ''}
        next={link.get('next') ?? ''}
        start={link.get('start') ?? ''}
        problem={problem ? providerProblem(problem) : ''}
      />
    </NarrowPage>
  )
}
