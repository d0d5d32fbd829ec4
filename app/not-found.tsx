import { titled } from '@/lib/publish/page-metadata'
import { NotFoundPage } from '@/components/shell/error-page'
import { SearchInstead } from '@/components/shell/search-instead'

export const generateMetadata = titled('common.pageNotFound')

export default function NotFound() {
  return (
    <NotFoundPage>
      <SearchInstead />
    </NotFoundPage>
  )
}
