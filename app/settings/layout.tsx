import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'
import { RequestTime } from '@/components/ui/request-time'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <AllWords>
      <RequestTime>{children}</RequestTime>
    </AllWords>
  )
}
