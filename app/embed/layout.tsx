import './embed.css'
import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { WidgetFrame } from '@/components/widget/widget-frame'
import { hasChangelog } from '@/lib/queries/changelog'
import { getSite } from '@/lib/queries/site'

export const metadata: Metadata = { robots: { index: false } }

/** The pages that other sites may frame (docs/widget.md). lib/cache/canonical-page.ts reads the allowed origins here. */
export default async function EmbedLayout({ children }: { children: ReactNode }) {
  const [site, isThere] = await Promise.all([getSite(), hasChangelog()])
  return (
    <>
      <meta name="frame-ancestors" content={site.widgetOrigins.join(' ')} />
      <WidgetFrame
        siteName={site.name}
        language={site.language}
        origins={site.widgetOrigins}
        hasChangelog={isThere}
        stateNames={site.ownStateNames}
      >
        {children}
      </WidgetFrame>
    </>
  )
}
