/** The direction that people read the page in, for menus, which open at the end of their button. */
export const readingDirection = (): 'ltr' | 'rtl' =>
  typeof document !== 'undefined' && document.dir === 'rtl' ? 'rtl' : 'ltr'
