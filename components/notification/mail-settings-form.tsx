import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { mailPaces, paceNames } from '@/lib/post/follow-levels'
import type { MailSettings } from '@/lib/queries/notifications'
import { AppLink } from '../ui/app-link'
import { Button, ButtonLink } from '../ui/button'
import { FormMessage } from '../ui/form-message'

/**
 * How often emails come, and whether those about one post continue. Emails link to it with "Unsubscribe", so it begins
 * with what ends them, and the reader only has to save it: without what the email was about or, if it was about nothing
 * that can end alone, without emails. A plain form, so that it works in every email program's browser.
 */
export function MailSettingsForm(props: { token: string; settings: MailSettings; isSaved: boolean }) {
  const { token, settings, isSaved } = props
  const { address, pace, hasAccount, post, summary, changelog } = settings
  const isOff = pace === 'never' || summary === false || changelog === false
  const showsSettings = isSaved || isOff
  const hasEnd = Boolean(post?.follows || summary || changelog)
  return (
    <form method="post" action={`/api/mail/${encodeURIComponent(token)}`} className="space-y-4">
      <FormMessage tone="info">
        {isSaved
          ? t('notification.mailSettingsForm.saved')
          : isOff
            ? t('publish.answerMail.youAreUnsubscribedFrom')
            : t('notification.mailSettingsForm.saveToStop')}
      </FormMessage>
      <p>
        {rich('notification.mailSettingsForm.emailsTo', {
          address,
          b: (text) => (
            <strong className="font-semibold" dir="auto">
              {text}
            </strong>
          ),
        })}
      </p>
      <fieldset>
        <legend className="mb-1 font-medium">{t('common.emailFrequency')}</legend>
        {mailPaces.map((value) => (
          <label key={value} className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input
              type="radio"
              name="pace"
              value={value}
              defaultChecked={value === (showsSettings || hasEnd ? pace : 'never')}
            />
            <span>
              {value === 'never' && !hasAccount
                ? t('notification.mailSettingsForm.neverForgetMyAddress')
                : paceNames[value]}
            </span>
          </label>
        ))}
      </fieldset>
      {post && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('notification.mailSettingsForm.thePostThisEmail')}</legend>
          <input type="hidden" name="about" value="post" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input
              type="checkbox"
              name="follows"
              value="yes"
              defaultChecked={showsSettings && post.follows}
            />
            <span>{t('notification.mailSettingsForm.keepSendingMeUpdates')}</span>
          </label>
          <AppLink href={post.href} className="underline underline-offset-2">
            {post.title}
          </AppLink>
        </fieldset>
      )}
      {changelog !== null && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('common.changelog')}</legend>
          <input type="hidden" name="about" value="changelog" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="checkbox" name="follows" value="yes" defaultChecked={showsSettings && changelog} />
            <span>{t('notification.mailSettingsForm.keepTelling')}</span>
          </label>
        </fieldset>
      )}
      {summary !== null && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('notification.mailSettingsForm.dailyTeamSummary')}</legend>
          <input type="hidden" name="about" value="summary" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="checkbox" name="follows" value="yes" defaultChecked={showsSettings && summary} />
            <span>{t('notification.mailSettingsForm.keepSendingIt')}</span>
          </label>
        </fieldset>
      )}
      <Button type="submit" look="default">
        {t('common.save')}
      </Button>
    </form>
  )
}

/** The last step of following by email. Merely opening the link (as email scanners do) changes nothing. */
export function ConfirmMails({ token, isConfirmed }: { token: string; isConfirmed: boolean }) {
  const isAboutPost = token.split('.')[2] !== '0'
  if (isConfirmed) {
    return (
      <>
        <FormMessage tone="info">
          {isAboutPost
            ? t('notification.mailSettingsForm.youllGetAnEmail')
            : t('notification.mailSettingsForm.changelogOn')}
        </FormMessage>
        <ButtonLink href="/" className="mt-4">
          {t('common.seeTheRoadmap')}
        </ButtonLink>
      </>
    )
  }
  return (
    <form method="post" action={`/api/mail/${encodeURIComponent(token)}`}>
      <input type="hidden" name="confirm" value="yes" />
      <p className="mb-4">
        {isAboutPost
          ? t('notification.mailSettingsForm.oneMoreStepConfirm')
          : t('notification.mailSettingsForm.confirmChangelog')}
      </p>
      <Button type="submit" look="default">
        {t('common.confirm')}
      </Button>
    </form>
  )
}
