import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'
import { RequestTime } from '@/components/ui/request-time'

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <AllWords part="team">
      <RequestTime>
        <div className="dashboard-frame">{children}</div>
      </RequestTime>
    </AllWords>
  )
}
