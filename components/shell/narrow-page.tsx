import { t } from '@/lib/words/t'
import { AllWords } from './all-words'
import type { ReactNode } from 'react'
import { StepHeading } from '../ui/step'

export function NarrowPage({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="narrow-page">
      <StepHeading title={title}>
        <noscript>
          <p className="mb-4">{t('shell.narrowPage.thisFormNeedsJavascript')}</p>
        </noscript>
        <AllWords>{children}</AllWords>
      </StepHeading>
    </div>
  )
}
