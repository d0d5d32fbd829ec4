/** A note of the team as Markdown in which every line break counts. */
export const noteMarkdown = (note: string): string => note.replace(/(?<=\S)\n(?=\S)/g, '  \n')
