import { toast, toastProblem } from './toast-store'

/** Takes a text along, or shows it to be copied by hand. */
export async function copyText(text: string, name = 'Link'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: `${name} copied.` })
  } catch {
    toastProblem(`${name} couldn't be copied.`, text)
  }
}
