'use client'

import { t } from '@/lib/words/t'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { requireTeamFactor } from '@/lib/actions/two-factor'
import { callAction } from '@/lib/browser/call-action'
import { Button, ButtonLink } from '../ui/button'
import { FormMessage } from '../ui/form-message'
import { toast } from '../ui/toast-store'

export function TeamFactorSettings({ isRequired, hasFactor }: { isRequired: boolean; hasFactor: boolean }) {
  const router = useRouter()
  const [problem, setProblem] = useState('')

  async function change() {
    const result = await callAction(() => requireTeamFactor(!isRequired))
    setProblem(result.ok ? '' : result.message)
    if (!result.ok) return
    toast({
      title: isRequired ? t('settings.teamFactor.notNeeded') : t('settings.teamFactor.needed'),
    })
    router.refresh()
  }

  return (
    <section
      aria-labelledby="team-factor"
      className="lg:max-w-2xl rounded-lg border border-line bg-surface p-[min(1rem,5vw)]"
    >
      <h2 id="team-factor" className="font-semibold">
        {t('settings.teamFactor.title')}
      </h2>
      <p className="mb-3 max-w-prose text-ink-soft">
        {isRequired ? t('settings.teamFactor.isRequired') : t('settings.teamFactor.isOptional')}
      </p>
      {!hasFactor && <p className="mb-3 text-ink-soft">{t('settings.teamFactor.ownFirst')}</p>}
      <FormMessage>{problem}</FormMessage>
      {hasFactor ? (
        <Button onClick={change}>
          {isRequired ? t('settings.teamFactor.stop') : t('settings.teamFactor.require')}
        </Button>
      ) : (
        <ButtonLink href="/settings#two-factor">{t('settings.teamFactor.setUp')}</ButtonLink>
      )}
    </section>
  )
}
