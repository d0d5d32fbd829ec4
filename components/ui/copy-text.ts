import { t } from '@/lib/words/t'
import { partLoader } from './lazy-part'

const loadStore = partLoader(() => import('./toast-store'))
const loadViewport = partLoader(() => import('./toast-viewport'))

/** Copies a text, or shows it to be copied by hand. */
export async function copyText(text: string, name = t('ui.copyText.link')): Promise<void> {
  let isCopied = true
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    isCopied = false
  }
  const [{ toast, toastProblem }] = await Promise.all([loadStore(), loadViewport()])
  if (isCopied) toast({ title: t('ui.copyText.copied', { name }) })
  else toastProblem(t('ui.copyText.failed', { name }), text)
}
