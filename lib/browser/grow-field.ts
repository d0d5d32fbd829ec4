/** Lets a field grow with its text where the style sheet (field-sizing) cannot. */
export function growField(field: HTMLTextAreaElement): void {
  if (CSS.supports('field-sizing', 'content')) return
  field.style.height = 'auto'
  field.style.height = `${field.scrollHeight}px`
}
