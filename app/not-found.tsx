import type { Metadata } from 'next'
import { NotFoundPage } from '@/components/shell/error-page'

export const metadata: Metadata = { title: 'Page not found' }

export default function NotFound() {
  return <NotFoundPage />
}
