import { toast } from './toast-store'

/** Takes a text along, or shows it to be copied by hand. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: 'The link is copied.' })
  } catch {
    toast({ variant: 'destructive', title: 'The link was not copied.', description: text })
  }
}
