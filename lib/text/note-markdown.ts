export const noteMarkdown = (note: string): string => note.replace(/(?<=\S)\n(?=\S)/g, '  \n')
