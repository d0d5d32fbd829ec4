import { t } from '@/lib/words/t'
import { cacheLife } from 'next/cache'
import { newPostAddress } from '@/lib/post/address'
import { getSite } from '@/lib/queries/site'
import { ColorModeSelect } from './color-mode-select'

export async function SiteFooter() {
  const [site, year] = await Promise.all([getSite(), getCurrentYear()])
  const link = 'py-3.5 underline underline-offset-2 hover:text-ink'
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[70rem] flex-wrap items-center justify-between gap-x-6 px-4 py-2 text-sm text-ink-soft sm:px-6 sm:text-xs">
        <ul className="flex flex-wrap gap-x-4 max-sm:w-full">
          {[
            [t('common.newPost'), newPostAddress()] as const,
            [t('shell.siteFooter.atomFeed'), '/feed.xml'] as const,
            [t('shell.siteFooter.terms'), site.termsUrl] as const,
            [t('shell.siteFooter.privacy'), site.privacyUrl] as const,
          ].map(
            ([name, href]) =>
              href && (
                <li key={name} className={`flex ${href === newPostAddress() ? 'script-only' : ''}`}>
                  <a href={href} className={link}>
                    {name}
                  </a>
                </li>
              ),
          )}
        </ul>
        <div className="flex flex-1 flex-wrap items-center justify-between gap-x-4 sm:justify-end">
          <p>
            © {year}{' '}
            <a href={site.marketingUrl} target="_blank" rel="noopener" className={link}>
              {site.name}
              <span className="sr-only"> {t('shell.siteFooter.opensInANew')}</span>
            </a>
          </p>
          <ColorModeSelect />
        </div>
      </div>
    </footer>
  )
}

async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheLife('board')
  return new Date().getUTCFullYear()
}
