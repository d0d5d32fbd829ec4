'use client'

import { ErrorPage } from '@/components/shell/error-page'
import './globals.css'

/** Replaces the whole document if even the layout fails. */
export default function GlobalError() {
  return (
    <html lang="en">
      <body className="font-sans">
        <title>Error</title>
        <main>
          <ErrorPage status={500} sorry="Oops! The page you are looking for does not exist." back="Go Back" />
        </main>
      </body>
    </html>
  )
}
