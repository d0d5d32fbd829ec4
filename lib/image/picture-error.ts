/** What is wrong with a file somebody chose, as a sentence. */
export class PictureError extends Error {}
