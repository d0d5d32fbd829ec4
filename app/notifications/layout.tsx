import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'

export default function NotificationsLayout({ children }: { children: ReactNode }) {
  return <AllWords>{children}</AllWords>
}
