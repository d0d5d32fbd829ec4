'use client'

import { texts } from '@/lib/words/deferred'
import { t } from '@/lib/words/t'
import type { ComponentProps } from 'react'
import { setNotificationSettings } from '@/lib/actions/notifications'
import { paceNames } from '@/lib/post/follow-levels'
import type { NotificationSettings } from '@/lib/queries/notifications'
import { notificationSettingsSchema } from '@/lib/schemas/notification'
import { inputClass } from '../ui/input-class'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

const automatic = texts({
  all: 'common.everything',
  updates: 'common.updatesOnly',
  muted: 'notification.settingsForm.nothing',
})

export function NotificationSettingsForm(props: {
  settings: NotificationSettings
  isTeam: boolean
  hasEmail: boolean
}) {
  const { settings, isTeam, hasEmail } = props
  const { inSite, mail, byVote, byComment, byPost, summary, changelog } = settings
  const { register, formProps, message, isSending } = useActionForm({
    schema: notificationSettingsSchema,
    defaultValues: { inSite, mail, byVote, byComment, byPost, summary, changelog },
    action: setNotificationSettings,
    onDone: () => void toast({ title: t('notification.settingsForm.notificationSettingsSaved') }),
  })
  const level = (name: 'byVote' | 'byComment' | 'byPost', label: string) => (
    <Choice label={label} choices={automatic} {...register(name)} />
  )
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Tick label={t('notification.settingsForm.showNotificationsOnThe')} {...register('inSite')} />
      {hasEmail && <Choice label={t('common.emailFrequency')} choices={paceNames} {...register('mail')} />}
      <Tick label={t('notification.settingsForm.everyEntry')} {...register('changelog')} />
      {isTeam && <Tick label={t('notification.settingsForm.emailMeADaily')} {...register('summary')} />}
      <fieldset className="space-y-3">
        <legend className="mb-2 font-medium">{t('notification.settingsForm.followAutomatically')}</legend>
        {level('byVote', t('notification.settingsForm.postsYouVoteFor'))}
        {level('byComment', t('notification.settingsForm.postsYouCommentOn'))}
        {level('byPost', t('notification.settingsForm.postsYouWrite'))}
      </fieldset>
      <SubmitButton isSending={isSending}>{t('notification.settingsForm.saveNotifications')}</SubmitButton>
    </form>
  )
}

function Choice(props: ComponentProps<'select'> & { label: string; choices: Record<string, string> }) {
  const { label, choices, ...field } = props
  return (
    <label className="block">
      <span className="mb-1 block">{label}</span>
      <select {...field} className={`${inputClass} w-full`}>
        {Object.entries(choices).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function Tick({ label, ...field }: ComponentProps<'input'> & { label: string }) {
  return (
    <label className="flex min-h-11 items-center gap-2 md:min-h-6">
      <input {...field} type="checkbox" className="size-4 shrink-0 accent-accent" />
      {label}
    </label>
  )
}
