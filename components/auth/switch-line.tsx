import { type AuthSection, show } from './auth-dialog-store'

export function SwitchLine(props: { text: string; label: string; to: AuthSection; onSwitch?: () => void }) {
  const { text, label, to, onSwitch } = props
  return (
    <p className="mt-4 text-ink-soft">
      {text}{' '}
      <button
        type="button"
        onClick={() => {
          onSwitch?.()
          show(to)
        }}
        className="font-medium wide-target text-accent-ink underline underline-offset-2"
      >
        {label}
      </button>
    </p>
  )
}
