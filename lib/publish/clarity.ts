/** Where the script of session replay is, up to the id: Microsoft's own address unless the operator has another. */
export const clarityUrl = (own: string | undefined): string => own || 'https://www.clarity.ms/tag/'

/** What session replay is loaded from and talks to; nothing when it is off. */
export function clarityOrigins(id: string | undefined, url: string | undefined): string[] {
  return id ? [new URL(clarityUrl(url)).origin, 'https://*.clarity.ms'] : []
}
