import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'
import { RequestTime } from '@/components/ui/request-time'

export default function NotificationsLayout({ children }: { children: ReactNode }) {
  return (
    <AllWords>
      <RequestTime>{children}</RequestTime>
    </AllWords>
  )
}
