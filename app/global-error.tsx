'use client'

import { ErrorPage } from '@/components/shell/error-page'
import { words } from '@/lib/words/state'
import './globals.css'

const english = { sorry: 'Oops! The page you are looking for does not exist.', back: 'Go Back' }

/** Replaces the whole document if even the layout failed: in the site's language if that had arrived. */
export default function GlobalError() {
  const isKnown = typeof document !== 'undefined' && 'shell.errorPage.sorry' in words.messages
  const { lang, dir } = isKnown ? document.documentElement : { lang: 'en', dir: 'ltr' }
  return (
    <html lang={lang} dir={dir}>
      <body className="font-sans">
        <title>Error</title>
        <main>
          <ErrorPage status={500} {...(!isKnown && english)} />
        </main>
      </body>
    </html>
  )
}
