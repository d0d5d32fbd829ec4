/**
 * True while building without a database at hand: pages are then made on their first request.
 * `npm run build -- --offline` sets it.
 */
export const isOfflineBuild = process.env.SIGNPOST_OFFLINE_BUILD === '1'

/** A static route must name one page to build; this one stands for none and answers "not found". */
export function offlineParams<Name extends string>(...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, '-'])) as Record<Name, string>
}
