/** What is wrong with a chosen file, as a sentence. */
export class PictureError extends Error {}
