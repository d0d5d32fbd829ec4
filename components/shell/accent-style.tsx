import { accentShades } from '@/lib/text/color'

const rules = (shades: Record<string, string>) =>
  Object.entries(shades)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')

/** The accent set in the dashboard, which replaces that of theme.css. Printed pages are white. */
export function AccentStyle({ color }: { color: string }) {
  const { light, dark } = accentShades(color)
  return <style>{`html:root{${rules(light)}}@media not print{html.dark{${rules(dark)}}}`}</style>
}
