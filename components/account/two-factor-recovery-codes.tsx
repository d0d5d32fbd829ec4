import { Button } from '../ui/button'
import { buttonClass } from '../ui/button-class'
import { copyText } from '../ui/copy-text'

/** Shown this once: the database keeps their digests. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => Promise<void> }) {
  const text = codes.join('\n')
  return (
    <>
      <p role="status">
        <strong className="font-medium">Two-factor authentication is on.</strong> Save these recovery codes
        now. They are shown only once, and each works once if you lose your device.
      </p>
      <ul
        dir="ltr"
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-3 font-mono min-[22rem]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-2">
        <Button onClick={() => copyText(text, 'Codes')}>Copy</Button>
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
          download="recovery-codes.txt"
          className={buttonClass('outline')}
        >
          Download
        </a>
        <Button onClick={onDone} look="default">
          I&apos;ve saved them
        </Button>
      </p>
    </>
  )
}
