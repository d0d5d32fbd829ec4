import '@/app/more.css'
import { OwnView } from '@/components/widget/own-view'
import { titled } from '@/lib/publish/page-metadata'

export const ensureStatic = 'navigation'

export const generateMetadata = titled('widget.yourPosts', { robots: { index: false } })

export default function EmbedOwnPage() {
  return <OwnView />
}
