import { texts } from '@/lib/words/deferred'
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
import { PartLinks } from './part-links'
import { ProfileForm } from './profile-form'
import { Sessions } from './sessions'
import { TwoFactor } from './two-factor'
import { SignInMethods } from './sign-in-methods'
import { WaitingList } from './waiting-list'

const groups = texts({
  profile: 'account.settings.profile',
  security: 'account.settings.security',
  notifications: 'common.notifications',
  data: 'account.settings.yourData',
  'delete-account': 'account.settings.deleteAccount',
})

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
    <div className="max-w-4xl gap-x-8 lg:grid lg:grid-cols-[11rem_minmax(0,1fr)]">
      <h1 className="mb-4 text-xl font-semibold lg:col-span-2">{t('common.settings')}</h1>
      <PartLinks label={t('common.settings')} parts={{ ...groups }} />
      <div className="space-y-8">
        {waiting.length > 0 && (
          <Group id="awaiting-approval" title={t('common.awaitingApproval')}>
            <Part text={t('account.settings.awaitingApprovalHint')}>
              <WaitingList waiting={waiting} />
            </Part>
          </Group>
        )}
        <Group id="profile" title={groups.profile}>
          <Part text={t('common.shownNextToYourPostsAndComments')}>
            <AvatarForm viewer={viewer} />
            <ProfileForm name={viewer.name} email={viewer.email} />
          </Part>
        </Group>
        <Group id="security" title={groups.security}>
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
        </Group>
        {notices && (
          <Group id="notifications" title={groups.notifications}>
            <Part text={t('account.settings.chooseHowYouHear')}>
              <NotificationSettingsForm
                settings={notices}
                isTeam={isTeam(viewer)}
                hasEmail={viewer.email !== ''}
              />
              {viewer.role === 'admin' && (
                <div className="flex flex-wrap gap-2">
                  <TestMail />
                </div>
              )}
            </Part>
            <Part title={t('account.settings.followedPosts')} text={t('account.settings.followedHint')}>
              <FollowedPosts first={follows} />
            </Part>
            <Part title={t('account.settings.yourFeed')} text={t('account.settings.postsYouFollowIn')}>
              <FeedSettings address={notices.feed} />
            </Part>
          </Group>
        )}
        <Group id="data" title={groups.data}>
          <Part text={t('account.settings.yourProfilePostsComments')}>
            <a href="/settings/export" download className={buttonClass('outline')}>
              {t('account.settings.downloadMyData')}
            </a>
          </Part>
        </Group>
        <Group id="delete-account" title={groups['delete-account']}>
          <Part text={t('common.thisCannotBeUndone')}>
            <DeleteAccountForm hasPassword={viewer.hasPassword} hasFactor={viewer.hasFactor} />
          </Part>
        </Group>
      </div>
    </div>
  )
}

function Group({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-4">
      <h2 id={`${id}-title`} className="mb-2 text-base font-semibold">
        {title}
      </h2>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface">{children}</div>
    </section>
  )
}

/** A part of a group. The only one needs no title of its own. */
function Part(props: { id?: string; title?: string; text: string; children: ReactNode }) {
  const { id, title, text, children } = props
  return (
    // Focus goes to it when a control in it disappears (focus-near.ts).
    <section
      id={id}
      className="grid scroll-mt-4 grid-cols-1 gap-x-8 gap-y-4 p-[min(1rem,5vw)] sm:grid-cols-[12rem_minmax(0,1fr)] sm:p-6"
    >
      <div>
        {title && <h3 className="font-semibold">{title}</h3>}
        <p className="text-ink-soft">{text}</p>
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  )
}
