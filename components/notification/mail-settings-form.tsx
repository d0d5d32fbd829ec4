import { mailPaces, paceNames } from '@/lib/post/follow-levels'
import type { MailSettings } from '@/lib/queries/notifications'
import { AppLink } from '../ui/app-link'
import { Button, ButtonLink } from '../ui/button'
import { FormMessage } from '../ui/form-message'

/** How often emails come, and whether those about one post go on. A plain form: it works in every mail program's browser. */
export function MailSettingsForm(props: { token: string; settings: MailSettings; isSaved: boolean }) {
  const { token, settings, isSaved } = props
  const { address, pace, hasAccount, post, summary, changelog } = settings
  return (
    <form method="post" action={`/api/mail/${encodeURIComponent(token)}`} className="space-y-4">
      <FormMessage tone="info">{isSaved && 'Saved.'}</FormMessage>
      <p>
        Emails to <strong className="font-semibold">{address}</strong>
      </p>
      <fieldset>
        <legend className="mb-1 font-medium">Email frequency</legend>
        {mailPaces.map((value) => (
          <label key={value} className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="radio" name="pace" value={value} defaultChecked={value === pace} />
            <span>{value === 'never' && !hasAccount ? 'Never (forget my address)' : paceNames[value]}</span>
          </label>
        ))}
      </fieldset>
      {post && (
        <fieldset>
          <legend className="mb-1 font-medium">The post this email was about</legend>
          <input type="hidden" name="about" value="post" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="checkbox" name="follows" value="yes" defaultChecked={post.follows} />
            <span>Keep sending me updates</span>
          </label>
          <AppLink href={post.href} className="underline underline-offset-2">
            {post.title}
          </AppLink>
        </fieldset>
      )}
      {changelog !== null && (
        <fieldset>
          <legend className="mb-1 font-medium">Changelog</legend>
          <input type="hidden" name="about" value="changelog" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="checkbox" name="follows" value="yes" defaultChecked={changelog} />
            <span>Keep telling me what&apos;s new</span>
          </label>
        </fieldset>
      )}
      {summary !== null && (
        <fieldset>
          <legend className="mb-1 font-medium">Daily team summary</legend>
          <input type="hidden" name="about" value="summary" />
          <label className="flex min-h-11 items-center gap-2 md:min-h-9">
            <input type="checkbox" name="follows" value="yes" defaultChecked={summary} />
            <span>Keep sending it</span>
          </label>
        </fieldset>
      )}
      <Button type="submit" look="default">
        Save
      </Button>
    </form>
  )
}

/** The last step of following by mail: whoever merely opens the link (a mail scanner) changes nothing. */
export function ConfirmMails({ token, isConfirmed }: { token: string; isConfirmed: boolean }) {
  const isAboutPost = token.split('.')[2] !== '0'
  if (isConfirmed) {
    return (
      <>
        <FormMessage tone="info">
          {isAboutPost
            ? "You'll get an email when the post's state changes."
            : "You'll get an email when there's something new in the changelog."}
        </FormMessage>
        <ButtonLink href="/" className="mt-4">
          See the roadmap
        </ButtonLink>
      </>
    )
  }
  return (
    <form method="post" action={`/api/mail/${encodeURIComponent(token)}`}>
      <input type="hidden" name="confirm" value="yes" />
      <p className="mb-4">
        {isAboutPost
          ? 'One more step: confirm that you want emails about this post.'
          : 'One more step: confirm that you want emails about the changelog.'}
      </p>
      <Button type="submit" look="default">
        Confirm
      </Button>
    </form>
  )
}
