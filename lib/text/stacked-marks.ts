// Four marks that go onto any letter, the Thai and Lao ones among them, or seven of any script, joiners between them or not.
const stacked =
  /(?:[\u0300-\u036f\u0483-\u0489\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f][\u200c\u200d]*){4}|(?:[\p{Mn}\p{Me}][\u200c\u200d]*){7}/u

/**
 * Marks on one letter that reach into the lines above and below; the database refuses them as well, and says why so many
 * (private.has_stacked_marks). Composing puts marks in order, in time that grows with the square of their number, so long
 * runs are not composed.
 */
export const hasStackedMarks = (text: string): boolean =>
  /\p{M}{16}/u.test(text) || stacked.test(text.normalize('NFC'))
