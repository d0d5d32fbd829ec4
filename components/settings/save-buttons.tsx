import { t } from '@/lib/words/t'
import { Button } from '../ui/button'
import { focusNear } from '../ui/focus-near'
import { FormMessage } from '../ui/form-message'
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

/** The same below a long form (`has-save-bar`), in view while there is something to save. */
export function SaveBar({ message, ...props }: { message: string } & Parameters<typeof SaveButtons>[0]) {
  const staysInView = props.isChanged || message !== ''
  return (
    <div
      className={`-mx-4 space-y-3 border-y px-4 py-3 sm:mx-0 sm:rounded-lg sm:border-x ${staysInView ? 'sticky bottom-0 border-line bg-surface sm:bottom-4 sm:shadow-[0_4px_12px_-8px_rgb(0_0_0/.2)]' : 'border-transparent'}`}
    >
      <FormMessage>{message}</FormMessage>
      <div className="flex flex-wrap gap-x-3 gap-y-2">
        <SaveButtons {...props} />
      </div>
    </div>
  )
}
