/** One line of text as private.clean_line keeps it, not composed: without controls and what turns its direction. */
export const cleanLine = (text: string): string =>
  text
    .replace(
      /[\u0001-\u0008\u000e-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]/g,
      '',
    )
    .replace(/\s+/g, ' ')
    .trim()
