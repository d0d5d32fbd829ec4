'use client'

import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime'
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useContext } from 'react'
import { rememberedAs, withoutRole } from '@/lib/session/browser/store'
import { sessionCookiePattern } from '@/lib/session/cookie'

/**
 * Marks the page as somebody's before the first paint, from what this device remembers, so that stored pages
 * show the right account area at once (see globals.css).
 */
const sessionScript = `try{if(/${sessionCookiePattern}/.test(document.cookie)){var v=JSON.parse(localStorage.getItem('${rememberedAs}')||'null');document.documentElement.dataset.viewer=v&&v.role||'${withoutRole}'}}catch(e){}`

/**
 * What runs before the first paint: whose page it is and its colours. The context is where Next keeps the nonce of
 * a page made for each request; a stored page has none. Browsers show a nonce to no script, so none is compared.
 */
export function FirstScripts({ children }: { children: ReactNode }) {
  const { nonce } = useContext(HeadManagerContext)
  return (
    <>
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: sessionScript }} />
      <ThemeProvider attribute="class" nonce={nonce}>
        {children}
      </ThemeProvider>
    </>
  )
}
