/** The look of a button (app/_styles/button.css, danger-button.css). */
export type ButtonLook = 'default' | 'outline' | 'ghost' | 'outline-destructive' | 'destructive'

export const buttonClass = (look: ButtonLook = 'default', extra = ''): string =>
  `button button-${look} ${extra}`
