export const readingDirection = (): 'ltr' | 'rtl' =>
  typeof document !== 'undefined' && document.dir === 'rtl' ? 'rtl' : 'ltr'
