/** Stands for no category and no post: what such a page answers is always "not found". */
export const noSlug = '-'

/** A static route must name one page while it builds; without a database at hand it is this one. */
export function offlineParams<Name extends string>(...names: Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, noSlug])) as Record<Name, string>
}
