import type { ReactNode } from 'react'
import { AllWords } from '@/components/shell/all-words'

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <AllWords>{children}</AllWords>
}
