/** Puts a text into a field, and tells whoever listens to it, as if it had been typed. */
export function writeField(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
