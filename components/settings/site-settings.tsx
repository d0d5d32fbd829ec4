'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { removeLogo, saveSite } from '@/lib/actions/site'
import type { SiteSettings as Settings } from '@/lib/queries/settings'
import { generalSchema } from '@/lib/schemas/site'
import { Field } from '../ui/field'
import { rich } from '../ui/rich'
import { SelectField } from '../ui/select-field'
import { dismissToast, toast } from '../ui/toast-store'
import { TitleField } from '../ui/title-field'
import { useActionForm } from '../ui/use-action-form'
import { useOnePicture } from '../image/use-one-picture'
import { AccentField } from './accent-field'
import { SaveBar } from './save-buttons'

export function SiteSettings(props: {
  settings: Settings
  own: { name: string; welcome: string }
  languages: [code: string, name: string][]
}) {
  const { settings, own, languages } = props
  const { values, environment, logo, keepsAccountMails } = settings
  const router = useRouter()
  const { form, register, field, formProps, message, isSending } = useActionForm({
    schema: generalSchema,
    defaultValues: values,
    action: saveSite,
    onDone: (_, { language }) => {
      // Every text on the page may have changed.
      if (language !== values.language) return window.location.reload()
      toast({ title: t('settings.siteSettings.settingsSaved') })
      router.refresh()
    },
  })
  const { isDirty } = form.formState
  const unlessSet = (label: string, variable: string, value: string | null, editable: ReactNode) =>
    value === null ? (
      editable
    ) : (
      <TitleField
        label={label}
        value={value}
        readOnly
        hint={t('settings.siteSettings.setByInThe', { variable })}
      />
    )

  return (
    <>
      <p className="mb-4 max-w-prose text-ink-soft">{t('settings.siteSettings.leaveAFieldEmpty')}</p>
      <LogoForm logo={environment.logo ?? logo} isSetElsewhere={environment.logo !== null} />
      <form
        {...formProps}
        onSubmitCapture={() => dismissToast()}
        aria-label={t('settings.siteSettings.site')}
        className="has-save-bar mt-6 space-y-6"
      >
        <Group title={t('settings.siteSettings.nameAndColor')}>
          <div className="grid gap-4 sm:grid-cols-2">
            {unlessSet(
              t('common.name'),
              'SITE_NAME',
              environment.name,
              <Field
                label={t('common.name')}
                placeholder={own.name}
                autoComplete="off"
                hint={t('settings.siteSettings.shownInTheHeader')}
                {...field('name')}
              />,
            )}
            <div>
              <SelectField
                label={t('settings.siteSettings.language')}
                choices={languages}
                aria-describedby={keepsAccountMails ? 'language-hint' : undefined}
                {...register('language')}
              />
              {keepsAccountMails && (
                <p id="language-hint" className="mt-1 text-ink-soft">
                  {rich('settings.siteSettings.languageHint', {
                    c: (text) => <code key="command">{text}</code>,
                  })}
                </p>
              )}
            </div>
          </div>
          <AccentField
            control={form.control}
            onChoose={(color) => form.setValue('accent', color, { shouldDirty: true, shouldValidate: true })}
            {...field('accent')}
          />
          <Field
            label={t('settings.siteSettings.welcome')}
            multiline
            rows={2}
            placeholder={own.welcome}
            hint={t('settings.siteSettings.shownUnderTheRoadmap')}
            {...field('welcome')}
          />
        </Group>
        <Group title={t('settings.siteSettings.footerLinks')}>
          {unlessSet(
            t('settings.siteSettings.yourWebsite'),
            'MARKETING_URL',
            environment.marketingUrl,
            <Address label={t('settings.siteSettings.yourWebsite')} {...field('marketingUrl')} />,
          )}
          <div className="grid gap-4 sm:grid-cols-2">
            <Address label={t('settings.siteSettings.terms')} {...field('termsUrl')} />
            <Address label={t('settings.siteSettings.privacy')} {...field('privacyUrl')} />
          </div>
        </Group>
        <Group title={t('common.changelog')}>
          <Field
            label={t('settings.siteSettings.timeZone')}
            list="time-zones"
            autoComplete="off"
            spellCheck={false}
            hint={t('settings.siteSettings.timeZoneHint')}
            {...field('timeZone')}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          <div className="space-y-3">
            <label className="check-line">
              <input type="checkbox" {...register('moderatorsPublish')} />
              {t('settings.siteSettings.moderatorsPublish')}
            </label>
            <label className="check-line">
              <input type="checkbox" {...register('showsReactions')} />
              {t('settings.siteSettings.showsReactions')}
            </label>
          </div>
        </Group>
        <Group title={t('settings.siteSettings.emailsAboutPosts')}>
          {unlessSet(
            t('settings.siteSettings.sender'),
            'MAIL_FROM',
            environment.mailSender,
            <Field
              label={t('settings.siteSettings.sender')}
              placeholder={environment.name ?? (form.watch('name') || own.name)}
              autoComplete="off"
              hint={t('settings.siteSettings.theNameEmailsAre')}
              {...field('mailSender')}
            />,
          )}
          <Field
            label={t('settings.siteSettings.emailFooter')}
            multiline
            rows={3}
            hint={t('settings.siteSettings.whoRunsTheSite')}
            {...field('mailFooter')}
          />
        </Group>
        <SaveBar {...{ message, isSending }} isChanged={isDirty} onDiscard={() => form.reset()} />
      </form>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-4 rounded-lg border border-line bg-surface p-[min(1rem,5vw)]">
      <legend className="float-start mb-3 w-full font-semibold">{title}</legend>
      <div className="clear-both space-y-4">{children}</div>
    </fieldset>
  )
}

function Address(props: { label: string; error?: string; name: string }) {
  return (
    <Field type="url" dir="ltr" placeholder="https://" autoComplete="off" spellCheck={false} {...props} />
  )
}

function LogoForm({ logo, isSetElsewhere }: { logo: string | null; isSetElsewhere: boolean }) {
  const router = useRouter()
  const { buttons, file, problem } = useOnePicture({
    purpose: 'logo',
    label: t('settings.siteSettings.logoFile'),
    button: logo ? t('settings.siteSettings.changeLogo') : t('settings.siteSettings.addLogo'),
    remove: logo ? () => removeLogo(null) : null,
    onDone(what) {
      toast({ title: t('settings.siteSettings.logoSaved', { what }) })
      router.refresh()
    },
  })

  return (
    <div
      role="group"
      aria-labelledby="logo"
      className="rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
    >
      <h2 id="logo" className="mb-2 font-semibold">
        {t('settings.siteSettings.logo')}
      </h2>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {logo && (
          <img
            src={logo}
            alt={t('settings.siteSettings.logo')}
            className="h-7 max-w-[min(10rem,100%)] object-contain"
          />
        )}
        {!isSetElsewhere && buttons}
        {file}
      </div>
      <p className="mt-2 text-ink-soft">
        {isSetElsewhere
          ? t('settings.siteSettings.setBySiteLogo')
          : t('settings.siteSettings.shown28PixelsHigh')}
      </p>
      {problem}
    </div>
  )
}
