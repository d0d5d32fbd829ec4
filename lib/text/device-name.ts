import { deviceOf } from '../supabase/device.ts'
import { t } from '../words/t.ts'

export function deviceName(userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent)
  if (browser && system) return t('text.device.on', { browser, system })
  return browser ?? system ?? t('text.device.unknown')
}
