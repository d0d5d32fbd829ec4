/** The findings that need something done. */
export const toMend = (findings: { what: string; level: string; advice?: string }[]) =>
  findings.filter(({ level }) => level === 'fix')
