import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { ButtonLink } from '@/components/ui/button'
import { getSite } from '@/lib/queries/site'

export const prefetch = 'partial'

export const generateMetadata = titled('pages.authGoodbye.goodbye', { robots: { index: false } })

/** Shown after deleting an account. People who still have one see something else. */
export default async function GoodbyePage() {
  const { name } = await getSite()
  return (
    <div className="narrow-page">
      <h1 className="mb-2 text-lg font-semibold">{t('pages.authGoodbye.goodbye')}</h1>
      <p className="signed-out-only text-ink-soft">{t('pages.authGoodbye.yourAccountHasBeen', { name })}</p>
      <p className="signed-in-only text-ink-soft">{t('pages.authGoodbye.youAreSignedIn')}</p>
      <ButtonLink href="/" className="mt-6">
        {t('common.seeTheRoadmap')}
      </ButtonLink>
    </div>
  )
}
