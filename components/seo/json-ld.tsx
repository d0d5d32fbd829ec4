import { jsonLd } from '@/lib/publish/json-ld'

/** Structured data for search engines. */
export function JsonLd({ things }: { things: Parameters<typeof jsonLd>[0] }) {
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(things) }} />
}
