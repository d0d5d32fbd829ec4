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
    <header className={`site-header ${hasLongWords() ? 'long-words' : ''}`}>
      <div>
        <AppLink href="/" className="site-logo">
          <Logo logo={logo} />
          <span dir="auto" className={isWordmark(logo) ? 'sr-only' : 'site-name truncate'}>
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

/** On narrow screens, a wordmark would be too small to read, so the site's icon takes its place. */
function Logo({ logo }: { logo: Site['logo'] }) {
  if (!logo) return <SignpostMark color="var(--accent)" aria-hidden="true" />
  return (
    <picture>
      {isWordmark(logo) && <source media="(width < 60rem)" srcSet="/apple-icon" width={1} height={1} />}
      <img {...logo} alt="" className={isWordmark(logo) ? undefined : 'keeps-width'} />
    </picture>
  )
}
