'use client'

import type { ComponentProps } from 'react'
import { setNotificationSettings } from '@/lib/actions/notifications'
import { paceNames } from '@/lib/post/follow-levels'
import type { NotificationSettings } from '@/lib/queries/notifications'
import { notificationSettingsSchema } from '@/lib/schemas/notification'
import { inputClass } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'

const automatic = { all: 'Everything', updates: 'Official updates and state changes', muted: 'Nothing' }

export function NotificationSettingsForm(props: {
  settings: NotificationSettings
  isTeam: boolean
  hasEmail: boolean
}) {
  const { settings, isTeam, hasEmail } = props
  const { inSite, mail, byVote, byComment, byPost, summary, changelog } = settings
  const { form, formProps, message, isSending } = useActionForm({
    schema: notificationSettingsSchema,
    defaultValues: { inSite, mail, byVote, byComment, byPost, summary, changelog },
    action: setNotificationSettings,
    onDone: () => void toast({ title: 'Notification settings saved.' }),
  })
  const level = (name: 'byVote' | 'byComment' | 'byPost', label: string) => (
    <Choice label={label} choices={automatic} {...form.register(name)} />
  )
  return (
    <form {...formProps} className="space-y-4">
      <FormMessage>{message}</FormMessage>
      <Tick label="Show notifications on the site" {...form.register('inSite')} />
      {hasEmail && <Choice label="Email frequency" choices={paceNames} {...form.register('mail')} />}
      <Tick label="Tell me about every new changelog entry" {...form.register('changelog')} />
      {isTeam && (
        <Tick
          label="Email me a daily summary of what's new and awaiting review"
          {...form.register('summary')}
        />
      )}
      <fieldset className="space-y-3">
        <legend className="mb-2 font-medium">Follow automatically</legend>
        {level('byVote', 'Posts you vote for')}
        {level('byComment', 'Posts you comment on')}
        {level('byPost', 'Posts you write')}
      </fieldset>
      <SubmitButton isSending={isSending}>Save notifications</SubmitButton>
    </form>
  )
}

function Choice(props: ComponentProps<'select'> & { label: string; choices: Record<string, string> }) {
  const { label, choices, ...field } = props
  return (
    <label className="block">
      <span className="mb-1 block">{label}</span>
      <select {...field} className={`${inputClass} h-10 w-full`}>
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
