'use client'

import { useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { removeLogo, saveSite } from '@/lib/actions/site'
import { postStates, stateNames } from '@/lib/post/states'
import type { SiteSettings as Settings } from '@/lib/queries/settings'
import { siteSchema } from '@/lib/schemas/site'
import { Field } from '../ui/field'
import { FormMessage } from '../ui/form-message'
import { SubmitButton } from '../ui/submit-button'
import { toast } from '../ui/toast-store'
import { useActionForm } from '../ui/use-action-form'
import { useOnePicture } from '../image/use-one-picture'
import { AccentField } from './accent-field'

export function SiteSettings(props: { settings: Settings; own: { name: string; welcome: string } }) {
  const { settings, own } = props
  const { values, environment, logo } = settings
  const router = useRouter()
  const { form, field, formProps, message, isSending } = useActionForm({
    schema: siteSchema,
    defaultValues: values,
    action: saveSite,
    onDone: () => {
      toast({ title: 'Settings saved.' })
      router.refresh()
    },
  })
  const unlessSet = (label: string, variable: string, value: string | null, editable: ReactNode) =>
    value === null ? (
      editable
    ) : (
      <Field label={label} value={value} readOnly hint={`Set by ${variable} in the environment.`} />
    )

  return (
    <section aria-labelledby="site">
      <h2 id="site" className="font-semibold">
        Site
      </h2>
      <p className="mb-4 max-w-prose text-ink-soft">
        Leave a field empty to use the default. Changes show on every page right away.
      </p>
      <LogoForm logo={environment.logo ?? logo} isSetElsewhere={environment.logo !== null} />
      <form
        {...formProps}
        aria-label="Site"
        className="mt-6 grid grid-cols-1 items-start gap-6 lg:grid-cols-2"
      >
        <Group title="Name and color">
          {unlessSet(
            'Name',
            'SITE_NAME',
            environment.name,
            <Field
              label="Name"
              placeholder={own.name}
              autoComplete="off"
              hint="Shown in the header, titles, feeds and emails. Only admins can use it as their own name."
              {...field('name')}
            />,
          )}
          <AccentField
            control={form.control}
            onChoose={(color) => form.setValue('accent', color, { shouldDirty: true, shouldValidate: true })}
            {...field('accent')}
          />
          <Field
            label="Welcome"
            multiline
            rows={2}
            placeholder={own.welcome}
            hint="Shown under the roadmap heading."
            {...field('welcome')}
          />
        </Group>
        <Group title="Footer links">
          {unlessSet(
            'Your website',
            'MARKETING_URL',
            environment.marketingUrl,
            <Address label="Your website" {...field('marketingUrl')} />,
          )}
          <Address label="Terms" {...field('termsUrl')} />
          <Address label="Privacy" {...field('privacyUrl')} />
        </Group>
        <Group title="States">
          {postStates.map((state) => (
            <div key={state} className="grid grid-cols-1 gap-x-4 gap-y-2 sm:grid-cols-[12rem_minmax(0,1fr)]">
              <Field
                label={`Name of ${stateNames[state]}`}
                placeholder={stateNames[state]}
                autoComplete="off"
                {...field(`states.${state}.name`)}
              />
              <Field
                label={`Description of ${stateNames[state]}`}
                autoComplete="off"
                {...field(`states.${state}.description`)}
              />
            </div>
          ))}
          <label className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...form.register('showsQuarters')} />
            Show everyone the quarter a post is expected in
          </label>
          <p className="text-ink-soft">
            Shown on {stateNames.planned} and {stateNames['in-progress']} posts where the team has set one.
          </p>
        </Group>
        <Group title="Changelog">
          <Field
            label="Time zone"
            list="time-zones"
            autoComplete="off"
            spellCheck={false}
            hint="Used when you schedule an entry, such as Europe/Berlin."
            {...field('timeZone')}
          />
          <datalist id="time-zones">
            {Intl.supportedValuesOf('timeZone').map((zone) => (
              <option key={zone}>{zone}</option>
            ))}
          </datalist>
          <label className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...form.register('moderatorsPublish')} />
            Let moderators publish entries
          </label>
          <label className="flex min-h-9 cursor-pointer items-center gap-2 pointer-coarse:min-h-11">
            <input type="checkbox" {...form.register('showsReactions')} />
            Let members react to entries
          </label>
        </Group>
        <Group title="Emails about posts">
          {unlessSet(
            'Sender',
            'MAIL_FROM',
            environment.mailSender,
            <Field
              label="Sender"
              placeholder={own.name}
              autoComplete="off"
              hint="The name emails are sent from."
              {...field('mailSender')}
            />,
          )}
          <Field
            label="Email footer"
            multiline
            rows={3}
            hint="Who runs the site, and their postal address."
            {...field('mailFooter')}
          />
        </Group>
        <div className="space-y-4 lg:col-span-2">
          <FormMessage>{message}</FormMessage>
          <SubmitButton isSending={isSending}>Save</SubmitButton>
        </div>
      </form>
    </section>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 space-y-4 rounded-lg border border-line bg-surface p-4">
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
    label: 'Logo file',
    button: logo ? 'Change logo' : 'Add logo',
    remove: logo ? () => removeLogo(null) : null,
    onDone(what) {
      toast({ title: `Logo ${what}.` })
      router.refresh()
    },
  })

  return (
    <div role="group" aria-labelledby="logo" className="rounded-lg border border-line bg-surface p-4">
      <h3 id="logo" className="mb-2 font-semibold">
        Logo
      </h3>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        {logo && <img src={logo} alt="Logo" className="h-7 max-w-40 object-contain" />}
        {!isSetElsewhere && buttons}
        {file}
      </div>
      <p className="mt-2 text-ink-soft">
        {isSetElsewhere
          ? 'Set by SITE_LOGO_URL in the environment.'
          : 'Shown 28 pixels high, on light and dark pages. PNG, JPEG, WebP, GIF or AVIF, at most 2 MB.'}
      </p>
      {problem}
    </div>
  )
}
