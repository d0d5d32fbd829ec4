/** For how many weeks the insights are shown, with what that is called. */
export const insightSpans = { 12: '12 weeks', 26: '6 months', 52: '1 year', 156: '3 years' } as const

const usual = 26

/** The weeks that an address asks for, and as many as usual for any other. */
export function readSpan(value: unknown): number {
  return typeof value === 'string' && value in insightSpans ? Number(value) : usual
}
