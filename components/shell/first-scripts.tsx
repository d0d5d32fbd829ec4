'use client'

import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime'
import { ThemeProvider } from 'next-themes'
import { type ReactNode, useContext, useEffect } from 'react'
import { rememberedAs, withoutRole } from '@/lib/session/browser/store'
import { recoveryCookie } from '@/lib/session/recovery-cookie'
import { sessionCookiePattern } from '@/lib/session/cookie'

/** Marks the page as signed in or recovering before the first paint, so that stored pages show the right parts. */
const sessionScript = () =>
  `try{if(/${sessionCookiePattern}/.test(document.cookie)){var v=JSON.parse(localStorage.getItem('${rememberedAs}')||'null');document.documentElement.dataset.viewer=v&&v.role||'${withoutRole}'}if(document.cookie.includes('${recoveryCookie}='))document.documentElement.dataset.recovering=''}catch(e){}`

/** Reserves the place of the form that a link to #new-post opens. :target only applies once the document is parsed. */
const writingScript = `if(location.hash==='#new-post')document.documentElement.dataset.writing=''`

/** Notes that a form was sent before its script was loaded, which then sends it (useActionForm). */
const formScript = `document.addEventListener('submit',function(e){var f=e.target;if(f.method==='post'&&!f.hasAttribute('action')){e.preventDefault();f.dataset.early=''}},true)`

/** Notes the button that was pressed before React was listening (see instrumentation-client.ts). */
const pressScript = `onclick=function(e){pressed=e.target.closest('[type=button]')}`

/** They only come with the document, so the page's own script doesn't contain them again. */
const scripts =
  typeof window === 'undefined' ? `${sessionScript()};${writingScript};${formScript};${pressScript}` : ''

/** Presses it again, unless the person has moved on to something else. */
function pressAgain() {
  const { activeElement, body } = document
  const early = window as { pressed?: HTMLElement | null }
  const { pressed } = early
  early.pressed = null
  if (pressed && (activeElement === pressed || activeElement === body)) pressed.click()
}

/** Runs before the first paint. The nonce comes from Next (docs/decisions/0006-script-hashes.md). */
export function FirstScripts({ children }: { children: ReactNode }) {
  const { nonce } = useContext(HeadManagerContext)
  useEffect(pressAgain, [])
  return (
    <>
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: scripts }} />
      <ThemeProvider attribute="class" nonce={nonce}>
        {children}
      </ThemeProvider>
    </>
  )
}
