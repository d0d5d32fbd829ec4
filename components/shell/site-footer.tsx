import { t } from '@/lib/words/t'
import { cacheLife } from 'next/cache'
import { newPostAddress } from '@/lib/post/address'
import { getSite } from '@/lib/queries/site'
import { ColorModeSelect } from './color-mode-select'

export async function SiteFooter() {
  const [site, year] = await Promise.all([getSite(), getCurrentYear()])
  return (
    <footer className="site-footer">
      <div>
        <ul>
          {[
            [t('common.newPost'), newPostAddress()] as const,
            [t('shell.siteFooter.atomFeed'), '/feed.xml'] as const,
            [t('shell.siteFooter.terms'), site.termsUrl] as const,
            [t('shell.siteFooter.privacy'), site.privacyUrl] as const,
          ].map(
            ([name, href]) =>
              href && (
                <li key={name} className={href === newPostAddress() ? 'script-only' : undefined}>
                  <a href={href}>{name}</a>
                </li>
              ),
          )}
        </ul>
        <div>
          <p>
            © {year}{' '}
            <a href={site.marketingUrl} target="_blank" rel="noopener">
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
