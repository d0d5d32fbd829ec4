import { t } from '@/lib/words/t'
import '@/app/more.css'
import { titled } from '@/lib/publish/page-metadata'
import { ConfirmMails, MailSettingsForm } from '@/components/notification/mail-settings-form'
import { ButtonLink } from '@/components/ui/button'
import { FormMessage } from '@/components/ui/form-message'
import { getMailSettings } from '@/lib/queries/notifications'
import { readLinkQuery } from '@/lib/session/link-query'

/** The email settings that links in emails lead to; no sign-in needed. Opening the page changes nothing. */
export const instant = false

export const generateMetadata = titled('pages.notificationsMail.emailSettings', { robots: { index: false } })

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function MailPage({ searchParams }: Props) {
  const { said } = await searchParams
  const token = (await readLinkQuery()).get('token') ?? ''
  return (
    <div className="narrow-page">
      <h1 className="mb-4 text-lg font-semibold">{t('pages.notificationsMail.emailSettings')}</h1>
      {token.split('.')[3] === 'confirm' ? (
        said === 'gone' ? (
          <FormMessage tone="danger">{t('pages.notificationsMail.linkNoLongerWorks')}</FormMessage>
        ) : (
          <ConfirmMails token={token} isConfirmed={said === 'confirmed'} />
        )
      ) : (
        <Settings token={token} isSaved={said === 'saved'} />
      )}
    </div>
  )
}

async function Settings({ token, isSaved }: { token: string; isSaved: boolean }) {
  const settings = await getMailSettings(token)
  if (settings) return <MailSettingsForm token={token} settings={settings} isSaved={isSaved} />
  return (
    <>
      <FormMessage tone={isSaved ? 'info' : 'danger'}>
        {isSaved
          ? t('pages.notificationsMail.youWontGetAny')
          : t('pages.notificationsMail.linkNoLongerWorks')}
      </FormMessage>
      <p className="mt-4 flex flex-wrap gap-2">
        <ButtonLink href="/settings" className="signed-in-only">
          {t('common.settings')}
        </ButtonLink>
        <ButtonLink href="/">{t('common.seeTheRoadmap')}</ButtonLink>
      </p>
    </>
  )
}
