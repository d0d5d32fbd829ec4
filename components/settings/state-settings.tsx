'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { saveSite } from '@/lib/actions/site'
import { stateNames } from '@/lib/post/state-names'
import { postStates } from '@/lib/post/states'
import type { SiteSettings } from '@/lib/queries/settings'
import { stateSchema } from '@/lib/schemas/site'
import { PostStateBadge } from '../state/post-state'
import { Field } from '../ui/field'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { SaveBar } from './save-buttons'

const rowClass = 'grid grid-cols-1 items-center gap-x-4 gap-y-2 sm:grid-cols-[7.5rem_10rem_minmax(0,1fr)]'

export function StateSettings({ settings: { values } }: { settings: SiteSettings }) {
  const router = useRouter()
  const { form, register, field, formProps, message, isSending } = useActionForm({
    schema: stateSchema,
    defaultValues: { states: values.states, showsQuarters: values.showsQuarters },
    action: saveSite,
    onDone: () => {
      toast({ title: t('settings.siteSettings.settingsSaved') })
      router.refresh()
    },
  })
  return (
    <form {...formProps} aria-label={t('common.states')} className="has-save-bar lg:max-w-2xl space-y-4">
      <p className="max-w-prose text-ink-soft">{t('settings.siteSettings.leaveAFieldEmpty')}</p>
      <div className="space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]">
        <div aria-hidden="true" className={`${rowClass} font-medium max-sm:hidden`}>
          <span>{t('importing.options.state')}</span>
          <span>{t('common.name')}</span>
          <span>{t('settings.categoryEditor.description')}</span>
        </div>
        {postStates.map((state) => (
          <div key={state} className={`${rowClass} max-sm:border-b max-sm:border-line max-sm:pb-4`}>
            <span className="justify-self-start">
              <PostStateBadge state={state} />
            </span>
            <span aria-hidden="true" className="text-xs text-ink-soft sm:hidden">
              {t('common.name')}
            </span>
            <Field
              label={t('settings.siteSettings.nameOf', { state: stateNames[state] })}
              hidesLabel
              placeholder={stateNames[state]}
              autoComplete="off"
              {...field(`states.${state}.name`)}
            />
            <span aria-hidden="true" className="text-xs text-ink-soft sm:hidden">
              {t('settings.categoryEditor.description')}
            </span>
            <Field
              label={t('settings.siteSettings.descriptionOf', { state: stateNames[state] })}
              hidesLabel
              placeholder={t('team.changeForms.optional')}
              autoComplete="off"
              {...field(`states.${state}.description`)}
            />
          </div>
        ))}
        <label className="check-line">
          <input type="checkbox" {...register('showsQuarters')} />
          {t('settings.siteSettings.showEveryoneTheQuarter')}
        </label>
        <p className="-mt-4 ps-6 text-ink-soft">
          {t('settings.siteSettings.shownOnAndPosts', {
            planned: stateNames.planned,
            state: stateNames['in-progress'],
          })}
        </p>
      </div>
      <SaveBar
        {...{ message, isSending }}
        isChanged={form.formState.isDirty}
        onDiscard={() => form.reset()}
      />
    </form>
  )
}
