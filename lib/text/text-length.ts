/** Characters as the database counts them: code points, without space at the end. */
export const textLength = (text: string): number => Array.from(text.replace(/\r\n?/g, '\n').trimEnd()).length
