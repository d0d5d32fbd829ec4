export function writeField(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  text: string,
): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

export function typeInto(field: HTMLTextAreaElement, text: string): void {
  if (field.readOnly) return
  const { value, selectionStart: start, selectionEnd: end } = field
  field.focus()
  // insertText keeps the browser's own undo history.
  if (document.execCommand('insertText', false, text)) return
  writeField(field, value.slice(0, start) + text + value.slice(end))
  field.setSelectionRange(start + text.length, start + text.length)
}

/** Grows a field with its text in browsers that don't support field-sizing. */
export function growField(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
