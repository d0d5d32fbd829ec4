'use client'

import { t } from '@/lib/words/t'
import { chooseColorMode, useColorMode } from '@/lib/browser/color-mode'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'

export function ColorModeSelect() {
  return (
    <div className="script-only relative -me-1.5">
      <span className="pointer-events-none absolute inset-y-0 start-2 flex items-center">
        <span className="dark:hidden">
          <Icon name="sun" />
        </span>
        <span className="hidden dark:inline">
          <Icon name="moon" />
        </span>
      </span>
      <DeliberateSelect
        aria-label={t('shell.colorMode.label')}
        value={useColorMode()}
        onChoose={chooseColorMode}
        className="h-11 appearance-none rounded-md bg-transparent ps-8 pe-7 text-base hover:bg-sunken hover:text-ink sm:h-9 sm:text-xs"
      >
        <option value="system">{t('shell.colorMode.system')}</option>
        <option value="light">{t('shell.colorMode.light')}</option>
        <option value="dark">{t('shell.colorMode.dark')}</option>
      </DeliberateSelect>
      <span className="pointer-events-none absolute inset-y-0 end-1.5 flex items-center">
        <Icon name="down" />
      </span>
    </div>
  )
}
