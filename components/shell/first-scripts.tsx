'use client'

import { HeadManagerContext } from 'next/dist/shared/lib/head-manager-context.shared-runtime'
import { type ReactNode, useContext, useEffect, useLayoutEffect } from 'react'
import { colorModeEvent, colorModeKey } from '@/lib/browser/color-mode'
import { mergedQuery } from '@/lib/post/address'
import { placesKey } from '@/lib/browser/waiting-places'
import { rememberedAs, withoutRole } from '@/lib/session/browser/store'
import { recoveryCookie } from '@/lib/session/recovery-cookie'
import { sessionCookiePattern } from '@/lib/session/cookie'

/** Marks the page as signed in or recovering before the first paint, so that stored pages show the right parts. */
const sessionScript = () =>
  `try{if(/${sessionCookiePattern}/.test(document.cookie)){var v=JSON.parse(localStorage.getItem('${rememberedAs}')||'null');document.documentElement.dataset.viewer=v&&v.role||'${withoutRole}'}if(document.cookie.includes('${recoveryCookie}='))document.documentElement.dataset.recovering=''}catch(e){}`

/** Applies the color mode before the first paint, and follows the system and every tab (lib/browser/color-mode.ts). */
const colorModeScript = `(function(){var d=document.documentElement,q=matchMedia('(prefers-color-scheme: dark)');function show(){var m=d.dataset.colorMode,k=m==='dark'||m!=='light'&&q.matches;d.classList.toggle('dark',k);d.classList.toggle('light',!k);dispatchEvent(new Event('${colorModeEvent}'))}function take(m){d.dataset.colorMode=m||'system';show()}try{take(localStorage.getItem('${colorModeKey}'))}catch(e){take()}q.addEventListener('change',show);addEventListener('storage',function(e){if(e.key==='${colorModeKey}')take(e.newValue)})})()`

/** Keeps the place of comments that await approval, as the last visit stored it (components/comment/waiting-places.ts). */
const placesScript = () =>
  `function keepPlaces(){try{var v=JSON.parse(localStorage.getItem('${rememberedAs}')),s=new CSSStyleSheet();s.replaceSync(v&&localStorage.getItem('${placesKey}'+v.id+location.pathname)||'');document.adoptedStyleSheets=[s]}catch(e){}}keepPlaces()`

/** Shows the note about the merged post whose address led here (components/post/merged-note.tsx). */
const noteScript = `var m=/[?&]${mergedQuery}=(\\d+)/.exec(location.search);if(m)document.documentElement.style.setProperty('--merged-'+m[1],'block')`

/** Reserves the place of the form that a link to #new-post opens. :target only applies once the document is parsed. */
const writingScript = `if(location.hash==='#new-post')document.documentElement.dataset.writing=''`

/** Notes that a form was sent before its script was loaded, which then sends it (useActionForm). */
const formScript = `document.addEventListener('submit',function(e){var f=e.target;if(f.method==='post'&&!f.hasAttribute('action')){e.preventDefault();f.dataset.early=''}},true)`

/** Notes the button that is pressed, until React has handled it. It listens on the window, where React can't have stopped the event yet. */
const pressScript = `addEventListener('click',function(e){pressed=e.target.closest('[type=button]')},true)`

/** Does without a font that is late (app/fonts.ts). Chrome would take it, and move the page, once a stylesheet is added. */
const fontScript = `setTimeout(function(){var d=document.documentElement,f=getComputedStyle(d).getPropertyValue('--font-latin').split(','),c=document.createElement('canvas').getContext('2d');function width(f){c.font='99px '+f;return c.measureText('Wide').width}if(f[1]&&width(f)===width(f[1]))d.style.setProperty('--font-latin',f[1])},200)`

/** Says to the page around the widget's frame that it loads, which that page can't see (lib/publish/widget.js). */
const frameScript = `if(parent!==window)parent.postMessage({signpost:'loading'},'*')`

/** They only come with the document, so the page's own script doesn't contain them again. */
const scripts =
  typeof window === 'undefined'
    ? [
        colorModeScript,
        sessionScript(),
        placesScript(),
        noteScript,
        writingScript,
        formScript,
        pressScript,
        fontScript,
        frameScript,
      ].join(';')
    : ''

const early = globalThis as { pressed?: HTMLElement | null }

/** React hydrates a page part by part. It stops a click in a part that isn't hydrated yet, and lets others through. */
function noteHandled() {
  early.pressed = null
}

const retryLater = () => setTimeout(pressAgain, 100)

/** Presses it again until React has handled it, unless the person has moved on to something else. */
function pressAgain() {
  const { activeElement, body } = document
  const { pressed } = early
  if (pressed && (activeElement === pressed || activeElement === body)) pressed.click()
  else early.pressed = null
}

function watchPresses() {
  document.documentElement.addEventListener('click', noteHandled, true)
  addEventListener('click', retryLater, true)
}

/** Runs before the first paint. The nonce comes from Next (docs/decisions/0006-script-hashes.md). */
export function FirstScripts({ children }: { children: ReactNode }) {
  const { nonce } = useContext(HeadManagerContext)
  // In the same commit as the first hydrated part, so that no handled press is taken for an early one.
  useLayoutEffect(watchPresses, [])
  useEffect(pressAgain, [])
  return (
    <>
      <script suppressHydrationWarning nonce={nonce} dangerouslySetInnerHTML={{ __html: scripts }} />
      {children}
    </>
  )
}
