import { t } from '@/lib/words/t'
import { AllWords } from './all-words'
import type { ReactNode } from 'react'

export function NarrowPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="narrow-page">
      <h1 className="mb-4 text-lg font-semibold">{title}</h1>
      <noscript>
        <p className="mb-4">{t('shell.narrowPage.thisFormNeedsJavascript')}</p>
      </noscript>
      <AllWords>{children}</AllWords>
    </div>
  )
}
