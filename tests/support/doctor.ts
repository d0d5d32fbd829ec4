/** The findings that need something done. */
export const toMend = (findings: { what: string; isFine: boolean; advice?: string }[]) =>
  findings.filter(({ isFine }) => !isFine)
