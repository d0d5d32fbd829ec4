export class PictureError extends Error {}
