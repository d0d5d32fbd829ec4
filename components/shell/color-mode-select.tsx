'use client'

import { useTheme } from 'next-themes'
import { useBrowserValue } from '@/lib/browser/use-browser-value'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'

/** System, light or dark. What is chosen is known only in the browser, so stored pages say System. */
export function ColorModeSelect() {
  const { theme, setTheme } = useTheme()
  const isBrowser = useBrowserValue(() => true, false)
  return (
    <div className="script-only relative size-9 rounded-md text-ink-soft focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-accent-strong hover:bg-sunken hover:text-ink">
      <span className="pointer-events-none absolute inset-0 flex items-center justify-center">
        <span className="dark:hidden">
          <Icon name="sun" />
        </span>
        <span className="hidden dark:inline">
          <Icon name="moon" />
        </span>
      </span>
      <DeliberateSelect
        aria-label="Color mode"
        title="Color mode"
        value={isBrowser ? (theme ?? 'system') : 'system'}
        onChoose={setTheme}
        className="size-full appearance-none rounded-md opacity-0"
      >
        <option value="system">System</option>
        <option value="light">Light</option>
        <option value="dark">Dark</option>
      </DeliberateSelect>
    </div>
  )
}
