'use client'

import { ErrorPage } from '@/components/shell/error-page'

export default function CrashPage() {
  return <ErrorPage status={500} />
}
