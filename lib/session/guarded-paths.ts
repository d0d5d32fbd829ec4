/** The paths that not everyone may see, each with the name of its guard (guards.ts). */
export const guardedPaths: [path: string, guard: string][] = [
  ['/settings', 'settings'],
  ['/dashboard', 'admin'],
  ['/notifications', 'settings'],
]

const openPaths = ['/notifications/mail']

export function guardOfPath(path: string): string | null {
  if (openPaths.includes(path)) return null
  const entry = guardedPaths.find(([guarded]) => path === guarded || path.startsWith(`${guarded}/`))
  return entry?.[1] ?? null
}
