import { t } from '@/lib/words/t'
import { rich } from '../ui/rich'
import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { copyText } from '../ui/copy-text'

/** Shown only once, because the database stores digests. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  const text = codes.join('\n')
  return (
    <>
      <p role="status">
        {rich('account.twoFactor.saveCodes', {
          b: (text) => (
            <strong key="on" className="font-medium">
              {text}
            </strong>
          ),
        })}
      </p>
      <ul
        dir="ltr"
        aria-label={t('common.recoveryCodes')}
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <Button onClick={() => copyText(text, t('account.twoFactor.codes'))}>
          {t('account.twoFactor.copy')}
        </Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass('outline')}
        >
          {t('account.twoFactor.download')}
        </a>
        <Button onClick={onDone} look="default">
          {t('account.twoFactor.saved')}
        </Button>
      </p>
    </>
  )
}
