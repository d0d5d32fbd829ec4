/** Four marks and more on one letter, which reach into the lines above and below; the database refuses them as well. */
export const hasStackedMarks = (text: string): boolean =>
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}/.test(
    text.normalize('NFC'),
  )
