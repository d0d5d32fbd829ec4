'use client'

import { FailedView } from '@/components/widget/failed-view'

/** Inside the frame, whose tabs stay. The site's own error page leads to pages that can't be framed. */
export default function EmbedErrorPage({ retry }: { retry: () => void }) {
  return <FailedView onRetry={retry} />
}
