import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'

export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <AllWords part="team">
      <div className="dashboard-frame">{children}</div>
    </AllWords>
  )
}
