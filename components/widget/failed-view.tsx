import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { EmptyState } from '../ui/empty-state'

export function FailedView({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState action={<Button onClick={onRetry}>{t('common.tryAgain')}</Button>}>
      <span role="alert">{t('common.failedTryAgain')}</span>
    </EmptyState>
  )
}
