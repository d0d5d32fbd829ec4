'use client'

import { t } from '@/lib/words/t'
import { chooseColorMode, useColorMode } from '@/lib/browser/color-mode'
import { DeliberateSelect } from '../ui/deliberate-select'
import { Icon } from '../ui/icon'

export function ColorModeSelect() {
  return (
    <div className="color-mode script-only">
      <Icon name="sun" />
      <Icon name="moon" />
      <DeliberateSelect
        aria-label={t('shell.colorMode.label')}
        value={useColorMode()}
        onChoose={chooseColorMode}
      >
        <option value="system">{t('shell.colorMode.system')}</option>
        <option value="light">{t('shell.colorMode.light')}</option>
        <option value="dark">{t('shell.colorMode.dark')}</option>
      </DeliberateSelect>
      <Icon name="down" />
    </div>
  )
}
