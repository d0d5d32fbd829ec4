/** What was checked, whether it is fine, and otherwise how to fix it. */
export type Finding = { what: string; isFine: boolean; advice?: string }

export const fine = (what: string): Finding => ({ what, isFine: true })
export const broken = (what: string, advice: string): Finding => ({ what, isFine: false, advice })

/** Whether something is fine: the text if it is, or else the text and how to fix it. */
export const check = (isFine: unknown, whenFine: string, whenBroken: string, advice: string): Finding =>
  isFine ? fine(whenFine) : broken(whenBroken, advice)
