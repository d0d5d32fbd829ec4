import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
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
import { WaitingList } from './waiting-list'

export function AccountSettings(props: {
  viewer: Viewer
  /** Null while the account is being created. */
  notices: NotificationSettings | null
  follows: Awaited<ReturnType<typeof listFollows>>
  waiting: Awaited<ReturnType<typeof listWaiting>>
  sessions: SignedInDevice[]
  codesLeft: number
  /** For an account without a password: whether the person signed in a moment ago. */
  isFresh: boolean
}) {
  const { viewer, notices, follows, waiting, sessions, codesLeft, isFresh } = props
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 text-xl font-semibold">{t('common.settings')}</h1>
      {waiting.length > 0 && (
        <Part title={t('common.awaitingApproval')} text={t('account.settings.onlyYouCanSee')}>
          <WaitingList waiting={waiting} />
        </Part>
      )}
      <Part title={t('account.settings.profile')} text={t('common.shownNextToYourPostsAndComments')}>
        <AvatarForm viewer={viewer} />
        <ProfileForm name={viewer.name} email={viewer.email} />
      </Part>
      <Part
        id="sign-in-methods"
        title={t('account.settings.signInMethods')}
        text={t('account.settings.howYouGetInto')}
      >
        <SignInMethods />
      </Part>
      <Part title={t('common.password')} text={t('account.settings.changingItSignsYou')}>
        {viewer.hasPassword ? (
          <ChangePasswordForm hasFactor={viewer.hasFactor} />
        ) : (
          <>
            <p>
              {t('account.settings.youDontHaveA')}{' '}
              {viewer.email &&
                !isFresh &&
                rich('account.settings.addPassword', {
                  a: (text) => (
                    <AppLink
                      key="link"
                      href="/forgot-password"
                      className="text-accent-ink underline underline-offset-2"
                    >
                      {text}
                    </AppLink>
                  ),
                })}
            </p>
            {viewer.email && isFresh && <AddPasswordForm />}
          </>
        )}
      </Part>
      <Part id="two-factor" title={t('common.twoFactor')} text={t('account.settings.twoFactorText')}>
        <TwoFactor {...viewer} isFresh={isFresh} isNeeded={viewer.needsFactor} codesLeft={codesLeft} />
      </Part>
      <Part
        id="sessions"
        title={t('account.settings.whereSignedIn')}
        text={t('account.settings.signOutDevices')}
      >
        <Sessions sessions={sessions} />
      </Part>
      {notices && (
        <>
          <Part
            id="notifications"
            title={t('common.notifications')}
            text={t('account.settings.chooseHowYouHear')}
          >
            <NotificationSettingsForm
              settings={notices}
              isTeam={isTeam(viewer)}
              hasEmail={viewer.email !== ''}
            />
            {viewer.role === 'admin' && <TestMail />}
          </Part>
          <Part title={t('account.settings.yourFeed')} text={t('account.settings.postsYouFollowIn')}>
            <FeedSettings address={notices.feed} />
          </Part>
          <Part title={t('account.settings.followedPosts')} text={t('account.settings.onlyYouCanSee2')}>
            <FollowedPosts first={follows} />
          </Part>
        </>
      )}
      <Part title={t('account.settings.yourData')} text={t('account.settings.yourProfilePostsComments')}>
        <a href="/settings/export" download className={buttonClass('outline')}>
          {t('account.settings.downloadMyData')}
        </a>
      </Part>
      <Part title={t('account.settings.deleteAccount')} text={t('common.thisCannotBeUndone')}>
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
