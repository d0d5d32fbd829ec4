/**
 * Four marks and more on one letter, which reach into the lines above and below; the database refuses them as well.
 * Composing puts marks in order, in time that grows with the square of their number, so long runs are not composed.
 */
export const hasStackedMarks = (text: string): boolean =>
  /\p{M}{16}/u.test(text) ||
  /[\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]{4}/.test(
    text.normalize('NFC'),
  )
