import type { ReactNode } from 'react'
import type { Viewer } from '@/lib/session/viewer'
import { AppLink } from '../ui/app-link'
import { buttonClass } from '../ui/button-class'
import { AvatarForm } from './avatar-form'
import { ChangePasswordForm } from './change-password-form'
import { DeleteAccountForm } from './delete-account-form'
import { ProfileForm } from './profile-form'

export function AccountSettings({ viewer }: { viewer: Viewer }) {
  return (
    <div className="mx-auto max-w-2xl">
      <h1 className="mb-2 text-xl font-semibold">Settings</h1>
      <Part title="Profile" text="Your name and picture stand beside what you write.">
        <AvatarForm viewer={viewer} />
        <ProfileForm name={viewer.name} email={viewer.email} />
      </Part>
      <Part title="Password" text="Other devices are signed out when you change it.">
        {viewer.hasPassword ? (
          <ChangePasswordForm />
        ) : (
          <p>
            You have no password here.{' '}
            {viewer.email && (
              <AppLink href="/forgot-password" className="text-accent-ink underline underline-offset-2">
                Choose one
              </AppLink>
            )}
          </p>
        )}
      </Part>
      <Part title="Your data" text="Your profile, posts, comments and votes in one JSON file.">
        <a href="/settings/export" download className={buttonClass('outline')}>
          Download my data
        </a>
      </Part>
      <Part title="Delete account" text="This cannot be undone.">
        <DeleteAccountForm hasPassword={viewer.hasPassword} />
      </Part>
    </div>
  )
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t border-line py-6 first-of-type:border-0 sm:grid-cols-[12rem_1fr] sm:gap-8">
      <div>
        <h2 className="text-base font-semibold">{title}</h2>
        <p className="mt-1 text-ink-soft">{text}</p>
      </div>
      <div className="min-w-0 space-y-5">{children}</div>
    </section>
  )
}
