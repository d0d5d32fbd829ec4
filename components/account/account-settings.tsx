import type { ReactNode } from 'react'
import type { SignedInDevice } from '@/lib/queries/account-security'
import type { listFollows } from '@/lib/queries/follows'
import type { NotificationSettings } from '@/lib/queries/notifications'
import type { listWaiting } from '@/lib/queries/reports'
import { isTeam } from '@/lib/session/is-team'
import type { Viewer } from '@/lib/session/viewer'
import { FeedSettings } from '../notification/feed-settings'
import { FollowedPosts } from '../follow/followed-posts'
import { NotificationSettingsForm } from '../notification/notification-settings-form'
import { TestMail } from '../notification/test-mail'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { AddPasswordForm } from './add-password-form'
import { AvatarForm } from './avatar-form'
import { ChangePasswordForm } from './change-password-form'
import { DeleteAccountForm } from './delete-account-form'
import { ProfileForm } from './profile-form'
import { Sessions } from './sessions'
import { TwoFactor } from './two-factor'
import { SignInMethods } from './sign-in-methods'

export function AccountSettings(props: {
  viewer: Viewer
  /** Null while the account is being made. */
  notices: NotificationSettings | null
  follows: Awaited<ReturnType<typeof listFollows>>
  waiting: Awaited<ReturnType<typeof listWaiting>>
  sessions: SignedInDevice[]
  codesLeft: number
  /** Of an account without a password: whether it was signed in to a moment ago. */
  isFresh: boolean
}) {
  const { viewer, notices, follows, waiting, sessions, codesLeft, isFresh } = props
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 text-xl font-semibold">Settings</h1>
      {waiting.length > 0 && (
        <Part title="Awaiting approval" text="Only you can see these until the team approves them.">
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {waiting.map(({ key, isComment, title, text }) => (
              <li key={key} className="px-3 py-2">
                <p className="font-medium break-words">
                  {isComment && 'Comment on '}
                  <bdi>{title}</bdi>
                </p>
                <p dir="auto" className="line-clamp-3 break-words text-ink-soft">
                  {text}
                </p>
              </li>
            ))}
          </ul>
        </Part>
      )}
      <Part title="Profile" text="Shown next to your posts and comments.">
        <AvatarForm viewer={viewer} />
        <ProfileForm name={viewer.name} email={viewer.email} />
      </Part>
      <Part id="sign-in-methods" title="Sign-in methods" text="How you get into your account.">
        <SignInMethods />
      </Part>
      <Part title="Password" text="Changing it signs you out on other devices.">
        {viewer.hasPassword ? (
          <ChangePasswordForm hasFactor={viewer.hasFactor} />
        ) : (
          <>
            <p>
              You don&apos;t have a password yet.{' '}
              {viewer.email && !isFresh && (
                <>
                  To add one, sign in again or{' '}
                  <AppLink href="/forgot-password" className="text-accent-ink underline underline-offset-2">
                    get a link by email
                  </AppLink>
                  .
                </>
              )}
            </p>
            {viewer.email && isFresh && <AddPasswordForm />}
          </>
        )}
      </Part>
      <Part
        id="two-factor"
        title="Two-factor authentication"
        text="Signing in takes a code from an app on your phone as well."
      >
        <TwoFactor {...viewer} isFresh={isFresh} isNeeded={viewer.needsFactor} codesLeft={codesLeft} />
      </Part>
      <Part id="sessions" title="Where you're signed in" text="Sign out devices that you don't recognize.">
        <Sessions sessions={sessions} />
      </Part>
      {notices && (
        <>
          <Part
            id="notifications"
            title="Notifications"
            text="Choose how you hear about posts, and which posts you follow automatically."
          >
            <NotificationSettingsForm
              settings={notices}
              isTeam={isTeam(viewer)}
              hasEmail={viewer.email !== ''}
            />
            {viewer.role === 'admin' && <TestMail />}
          </Part>
          <Part
            title="Your feed"
            text="Posts you follow, in your feed reader. Anyone with the address can read it."
          >
            <FeedSettings address={notices.feed} />
          </Part>
          <Part title="Followed posts" text="Only you can see what you follow.">
            <FollowedPosts first={follows} />
          </Part>
        </>
      )}
      <Part title="Your data" text="Your profile, posts, comments and votes in one JSON file.">
        <a href="/settings/export" download className={buttonClass('outline')}>
          Download my data
        </a>
      </Part>
      <Part title="Delete account" text="This cannot be undone.">
        <DeleteAccountForm hasPassword={viewer.hasPassword} hasFactor={viewer.hasFactor} />
      </Part>
    </div>
  )
}

function Part(props: { id?: string; title: string; text: string; children: ReactNode }) {
  const { id, title, text, children } = props
  return (
    <section
      id={id}
      className="grid grid-cols-1 gap-4 border-t border-line py-6 first-of-type:border-0 sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-8"
    >
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  )
}
