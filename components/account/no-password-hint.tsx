import { t } from '@/lib/words/t'
import { AppLink } from '../ui/app-link'

/** For people whose address was confirmed with a link that someone else, or a scanner, had opened before. */
export function NoPasswordHint() {
  return (
    <p className="mt-4">
      {t('account.confirmPanel.confirmedYourAddressBut')}{' '}
      <AppLink href="/forgot-password" className="underline">
        {t('account.confirmPanel.setOne')}
      </AppLink>
    </p>
  )
}
