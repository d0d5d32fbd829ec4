export const clarityUrl = 'https://www.clarity.ms/tag/'

/** What session replay is loaded from and talks to; nothing when it is off. */
export function clarityOrigins(id: string | undefined, url: string): string[] {
  return id ? [new URL(url).origin, 'https://*.clarity.ms'] : []
}
