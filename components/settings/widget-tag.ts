import { escapeXml } from '@/lib/publish/xml'

/**
 * The HTML of the widget's script tag (docs/widget.md). Options without a value are left out.
 * @param options by the names that follow data-signpost-
 */
export function widgetTag(script: string, options: Record<string, string>): string {
  const attributes = Object.entries(options)
    .filter(([, value]) => value)
    .map(([name, value]) => ` data-signpost-${name}="${escapeXml(value)}"`)
  return `<script src="${script}" async${attributes.join('')}></script>`
}
