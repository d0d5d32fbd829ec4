import { t } from '@/lib/words/t'
import { cacheLife } from 'next/cache'
import { newPostAddress } from '@/lib/post/address'
import { getSite } from '@/lib/queries/site'
import { ColorModeSelect } from './color-mode-select'

export async function SiteFooter() {
  const [site, year] = await Promise.all([getSite(), getCurrentYear()])
  return (
    <footer className="border-t border-line">
      <div className="mx-auto flex max-w-[70rem] flex-wrap items-center gap-x-4 gap-y-1 px-4 py-4 text-xs text-ink-soft sm:px-6">
        <p>
          © {year}{' '}
          <a
            href={site.marketingUrl}
            target="_blank"
            rel="noopener"
            className="py-3.5 underline underline-offset-2 hover:text-ink"
          >
            {site.name}
            <span className="sr-only"> {t('shell.siteFooter.opensInANew')}</span>
          </a>
        </p>
        <a
          href={newPostAddress()}
          className="script-only ms-auto py-3.5 underline underline-offset-2 hover:text-ink"
        >
          {t('common.newPost')}
        </a>
        {[
          [t('shell.siteFooter.terms'), site.termsUrl] as const,
          [t('shell.siteFooter.privacy'), site.privacyUrl] as const,
        ].map(
          ([name, href]) =>
            href && (
              <a key={name} href={href} className="py-3.5 underline underline-offset-2 hover:text-ink">
                {name}
              </a>
            ),
        )}
        <a href="/feed.xml" className="py-3.5 underline underline-offset-2 hover:text-ink">
          {t('shell.siteFooter.atomFeed')}
        </a>
        <ColorModeSelect />
      </div>
    </footer>
  )
}

async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheLife('board')
  return new Date().getUTCFullYear()
}
