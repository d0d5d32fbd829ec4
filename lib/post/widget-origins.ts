/** An origin that may show the widget, as the database takes it (private.are_origins); `*.` stands for every subdomain. */
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?'
const pattern = new RegExp(
  `^(?:https://(?:\\*\\.)?(?:${label}\\.)+${label}|http://(?:localhost|127\\.0\\.0\\.1))(?::\\d{1,5})?$`,
)

export const isOrigin = (text: string): boolean => text.length <= 200 && pattern.test(text)

export function isListed(origin: string, listed: readonly string[]): boolean {
  return listed.some((one) => {
    if (!one.includes('*.')) return one === origin
    const [scheme, host] = one.split('*') as [string, string]
    return (
      origin.startsWith(scheme) && origin.endsWith(host) && isOrigin(origin) && origin.length > one.length - 1
    )
  })
}
