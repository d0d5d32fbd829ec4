/** What was checked, how it is, and how to fix it if it isn't fine. Only what has to be fixed fails the command. */
export type Finding = { what: string; level: 'ok' | 'warn' | 'fix'; advice?: string }

export const fine = (what: string): Finding => ({ what, level: 'ok' })
export const warning = (what: string, advice: string): Finding => ({ what, level: 'warn', advice })
export const broken = (what: string, advice: string): Finding => ({ what, level: 'fix', advice })

/** Whether something is fine: the text if it is, or else the text and how to fix it. */
export const check = (isFine: unknown, whenFine: string, whenBroken: string, advice: string): Finding =>
  isFine ? fine(whenFine) : broken(whenBroken, advice)
