import { t } from '@/lib/words/t'
import { toast, toastProblem } from './toast-store'

/** Copies a text, or shows it to be copied by hand. */
export async function copyText(text: string, name = t('ui.copyText.link')): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: t('ui.copyText.copied', { name }) })
  } catch {
    toastProblem(t('ui.copyText.failed', { name }), text)
  }
}
