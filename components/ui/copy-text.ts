import { toast, toastProblem } from './toast-store'

/** Takes a text along, or shows it to be copied by hand. */
export async function copyText(text: string, name = 'The link'): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: `${name} is copied.` })
  } catch {
    toastProblem(`${name} was not copied.`, text)
  }
}
