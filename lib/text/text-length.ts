/** Characters as the database counts them: code points, without space at the end. */
export const textLength = (text: string): number => Array.from(text.replace(/\r\n?/g, '\n').trimEnd()).length

/** Characters that can be seen. */
export const visibleLength = (text: string): number =>
  Array.from(text.replace(/[\s\p{Cf}\p{Mn}\u2800\u3164\u115f\u1160\uffa0]/gu, '')).length
