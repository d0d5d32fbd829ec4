import { AppLink } from '@/components/ui/app-link'
import { env } from '@/lib/env'
import { AccountArea } from './account-area'
import { ColorModeSelect } from './color-mode-select'
import { Logo } from './logo'
import { NavigationTabs } from './navigation-tabs'
import { SearchBox } from './search-box'
import { SectionSelect } from './section-select'

export function SiteHeader() {
  return (
    <header className="sticky top-0 z-10 border-b border-line bg-surface">
      <div className="mx-auto max-w-[70rem] px-4 sm:px-6 md:flex md:items-center md:gap-x-3">
        <div className="flex h-14 items-center gap-2 md:contents">
          <AppLink href="/" className="flex h-10 min-w-0 items-center gap-2 rounded-md font-semibold">
            <Logo src={env.SITE_LOGO_URL} />
            <span className="truncate text-base">{env.SITE_NAME}</span>
          </AppLink>
          <NavigationTabs />
          <div className="ms-auto flex shrink-0 items-center gap-1.5 sm:gap-2 md:order-3 md:ms-0">
            <ColorModeSelect />
            <AccountArea />
          </div>
        </div>
        <div className="flex gap-2 pb-2 md:order-2 md:ms-auto md:pb-0">
          <SectionSelect />
          <SearchBox />
        </div>
      </div>
    </header>
  )
}
