import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { SubmitButton } from '../ui/submit-button'
import { useAskBeforeLeaving } from '../ui/use-ask-before-leaving'

/** Saves a form, or takes back what was changed in it. */
export function SaveButtons(props: { isChanged: boolean; isSending: boolean; onDiscard: () => void }) {
  const { isChanged, isSending, onDiscard } = props
  // Once it is saved, a new language reloads the page without a question.
  useAskBeforeLeaving(isChanged && !isSending)
  return (
    <>
      <SubmitButton isSending={isSending} look={isChanged ? 'default' : 'outline'}>
        {t('common.save')}
      </SubmitButton>
      {isChanged && (
        <Button
          onClick={({ currentTarget }) => {
            focusNear(currentTarget)
            onDiscard()
          }}
        >
          {t('settings.saveButtons.discard')}
        </Button>
      )}
      <p role="status" className="self-center text-ink-soft">
        {isChanged && t('settings.saveButtons.unsavedChanges')}
      </p>
    </>
  )
}
