import { t } from '@/lib/words/t'
import { hasChangelog } from '@/lib/queries/changelog'
import { getSite, type Site } from '@/lib/queries/site'
import { SignpostMark } from '@/lib/publish/signpost-mark'
import { AppLink } from '../ui/app-link'
import { AccountArea } from './account-area'
import { NavigationTabs, SectionSelect } from './navigation'
import { SearchBox } from './search-box'

/** More letters than this don't fit into one row on tablets. Chinese and Japanese ones are twice as wide. */
const mostLetters = 40

const hasLongWords = () =>
  [t('common.roadmap'), t('common.feedback'), t('common.changelog'), t('common.signIn'), t('common.signUp')]
    .join('')
    .replaceAll(/[\u3000-\uffff]/g, '--').length > mostLetters

/** One row in document order with the account at the end, so that nothing moves while the page loads. */
export async function SiteHeader() {
  const [{ name, logo }, isThere] = await Promise.all([getSite(), hasChangelog()])
  return (
    <header
      className={`site-header z-10 bg-surface after:absolute after:inset-x-0 after:bottom-0 after:border-b after:border-line ${hasLongWords() ? 'long-words' : ''}`}
    >
      <div className="relative mx-auto flex min-h-14 max-w-[70rem] items-center max-md:flex-wrap max-md:py-1 noscript:flex-wrap gap-0.5 ps-1 pe-3 min-[360px]:gap-1.5 min-[360px]:ps-2 min-[360px]:pe-4 sm:px-6 md:gap-3">
        <AppLink
          href="/"
          className="flex h-11 min-w-11 items-center justify-center gap-2 rounded-md font-semibold max-sm:px-2 max-md:max-w-max max-md:grow max-md:basis-11 sm:justify-start"
        >
          <Logo logo={logo} />
          <span
            dir="auto"
            className={isWordmark(logo) ? 'sr-only' : 'site-name truncate text-base max-md:sr-only'}
          >
            {name}
          </span>
        </AppLink>
        <NavigationTabs hasChangelog={isThere} />
        <SectionSelect hasChangelog={isThere} />
        <SearchBox />
        <div className="ms-auto">
          <AccountArea />
        </div>
      </div>
    </header>
  )
}

/** Whether a logo is so wide that it has the site's name in it. */
const isWordmark = (logo: Site['logo']) => (logo?.width ?? 0) / (logo?.height ?? 1) > 2.5

/** On phones, a wordmark would be too small to read, so the site's icon takes its place. */
function Logo({ logo }: { logo: Site['logo'] }) {
  if (logo)
    return (
      <picture className="contents">
        {isWordmark(logo) && (
          <source media="(width < 48rem)" srcSet="/apple-icon" width={1} height={1} className="hidden" />
        )}
        <img
          {...logo}
          alt=""
          className={`h-7 w-auto max-w-24 min-w-0 rounded-sm object-contain md:max-w-40 ${isWordmark(logo) ? '' : 'md:shrink-0'}`}
        />
      </picture>
    )
  return <SignpostMark color="var(--accent)" aria-hidden="true" className="size-7 shrink-0" />
}
