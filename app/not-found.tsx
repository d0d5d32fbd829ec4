import { titled } from '@/lib/publish/page-metadata'
import { NotFoundPage } from '@/components/shell/error-page'

export const generateMetadata = titled('common.pageNotFound')

export default function NotFound() {
  return <NotFoundPage />
}
