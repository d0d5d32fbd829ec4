/** The paths that not everybody may see, each with the name of its guard (guards.ts). */
export const guardedPaths: [path: string, guard: string][] = [
  ['/settings', 'settings'],
  ['/dashboard', 'admin'],
  ['/notifications', 'settings'],
]

/** Below them, but for whoever has the link of a mail. */
const openPaths = ['/notifications/mail']

/** The name of the guard a path stands under, or null. */
export function guardOfPath(path: string): string | null {
  if (openPaths.includes(path)) return null
  const entry = guardedPaths.find(([guarded]) => path === guarded || path.startsWith(`${guarded}/`))
  return entry?.[1] ?? null
}
