import { cacheLife } from 'next/cache'
import { env } from '@/lib/env'

export async function SiteFooter() {
  const year = await getCurrentYear()
  return (
    <footer className="border-t border-line">
      <p className="mx-auto flex max-w-[70rem] flex-wrap items-center gap-x-4 gap-y-1 px-4 py-6 text-xs text-ink-soft sm:px-6">
        <span>
          © {year}{' '}
          <a
            href={env.MARKETING_URL}
            target="_blank"
            rel="noopener"
            className="underline underline-offset-2 hover:text-ink"
          >
            {env.SITE_NAME}
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </span>
        <a href="/feed.xml" className="ms-auto underline underline-offset-2 hover:text-ink">
          Atom feed
        </a>
      </p>
    </footer>
  )
}

async function getCurrentYear(): Promise<number> {
  'use cache'
  cacheLife('board')
  return new Date().getUTCFullYear()
}
