import { accentShades } from '@/lib/text/color'

const rules = (shades: Record<string, string>) =>
  Object.entries(shades)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The accent that was set in the dashboard, in the place of the one of theme.css. Paper is white. */
export function AccentStyle({ color }: { color: string }) {
  const { light, dark } = accentShades(color)
  return <style>{`html:root{${rules(light)}}@media not print{html.dark{${rules(dark)}}}`}</style>
}
