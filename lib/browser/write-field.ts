/** Puts a text into a field, and tells whoever listens to it, as if it had been typed. */
export function writeField(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Types a text over what is chosen in a field, and leaves the cursor behind it. */
export function typeInto(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field
  field.focus()
  // insertText keeps the browser's own undo.
  if (document.execCommand('insertText', false, text)) return
  writeField(field, value.slice(0, start) + text + value.slice(end))
  field.setSelectionRange(start + text.length, start + text.length)
}

/** Lets a field grow with its text where the style sheet (field-sizing) cannot. */
export function growField(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
