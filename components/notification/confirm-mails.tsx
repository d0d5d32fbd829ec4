import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { FormMessage } from '../ui/form-message'

/** The last step of following by mail: whoever merely opens the link (a mail scanner) changes nothing. */
export function ConfirmMails({ token, isConfirmed }: { token: string; isConfirmed: boolean }) {
  if (isConfirmed) {
    return (
      <>
        <FormMessage tone="info">You get a mail when the state of the post changes.</FormMessage>
        <AppLink href="/" className={buttonClass('outline', 'mt-4')}>
          See the roadmap
        </AppLink>
      </>
    )
  }
  return (
    <form method="post" action={`/api/mail/${encodeURIComponent(token)}`}>
      <input type="hidden" name="confirm" value="yes" />
      <p className="mb-4">One more step: confirm that mails about this post may come to your address.</p>
      <button type="submit" className={buttonClass('default')}>
        Confirm
      </button>
    </form>
  )
}
