import { env } from '@/lib/env'
import { breadcrumbList } from '@/lib/publish/json-ld'
import { JsonLd } from './json-ld'

export function CategoryJsonLd({ category }: { category: { slug: string; name: string } }) {
  return (
    <JsonLd things={[breadcrumbList(env.SITE_URL, [{ name: category.name, path: `/${category.slug}` }])]} />
  )
}
