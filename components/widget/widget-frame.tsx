'use client'

import { Fragment, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRouter } from 'next/navigation'
import { signInWithToken } from '@/lib/actions/own-sign-in'
import { callAction } from '@/lib/browser/call-action'
import { type PostState, stateNames as usualNames } from '@/lib/post/states'
import { takeOverSession } from '@/lib/session/browser/events'
import { beginWith, loadWords } from '@/lib/words/browser'
import { hasSessionCookie } from '@/lib/session/cookie'
import { awaitsCode } from '../account/return-after-sign-in'
import { StateNames } from '../state/post-state'
import { begin, keepToken, listenToHost, tellHost, useFrame, type View, views } from './bridge'
import { SignInStep, type Step } from './sign-in-step'
import { WidgetHead } from './widget-head'

type Props = {
  siteName: string
  /** The site's own; the page around the frame may ask for another one. */
  language: string
  /** Which sites may show the frame. */
  origins: readonly string[]
  hasChangelog: boolean
  /** Those that the site calls by other names. */
  stateNames: Partial<Record<PostState, string>>
  children: ReactNode
}

/** Milliseconds: a token lasts five minutes. */
const renewedAfter = 240_000

const addressOf = (view: string | undefined): string | null =>
  view && view !== 'posts' && views.includes(view as View) ? `/embed/${view}` : null

/** What all pages of the widget stand in: it hears the page around it, and says who is signed in. */
export function WidgetFrame(props: Props) {
  const { origins, language, children } = props
  const router = useRouter()
  const { options, opened, takesCookies } = useFrame()
  const [step, setStep] = useState<Step | null>(null)
  const asked = useRef('')

  const take = useEffectEvent(async (token: string | null) => {
    if (!token || token === asked.current) return
    asked.current = token
    if (!takesCookies) return keepToken(token)
    const result = await callAction(() => signInWithToken(token), { tries: 1 })
    if (!result.ok) return setStep({ kind: 'problem', message: result.message })
    if ('claim' in result.data) return setStep({ kind: 'proof', ...result.data })
    if (result.data.awaitsCode) return setStep({ kind: 'code' })
    setStep(null)
    await takeOverSession('SIGNED_IN')
  })
  useEffect(() => {
    begin()
    // Signed in without the code of the second factor, with a token or in the frame's own dialog.
    if (hasSessionCookie()) void awaitsCode().then((waits) => waits && setStep({ kind: 'code' }))
    const stop = listenToHost(origins, (token) => void take(token))
    const leave = (event: MouseEvent) => openElsewhere(event)
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[role=dialog]'))
        tellHost('close')
    }
    document.addEventListener('click', leave, true)
    document.addEventListener('keydown', close)
    return () => {
      stop()
      document.removeEventListener('click', leave, true)
      document.removeEventListener('keydown', close)
    }
  }, [origins])

  const follow = useEffectEvent(() => {
    const address = addressOf(options.view)
    if (opened > 1 && address && address !== location.pathname) router.push(address)
  })
  useEffect(() => follow(), [opened])

  // A link to a tab has a token that is good when it is followed.
  useEffect(() => {
    if (takesCookies) return
    const timer = setInterval(() => tellHost('token'), renewedAfter)
    return () => clearInterval(timer)
  }, [takesCookies])

  const spoken = options.language && options.language !== language ? options.language : ''
  return (
    <div className="widget widget-frame">
      <Spoken language={spoken} stateNames={props.stateNames}>
        <WidgetHead hasChangelog={props.hasChangelog} />
        <div className="flex-1 p-4">
          {step && <SignInStep key={step.kind} step={step} onDone={() => setStep(null)} />}
          {children}
        </div>
      </Spoken>
    </div>
  )
}

/** Whatever isn't the widget's own opens in a tab: pages of the site don't belong into the frame. */
function openElsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
  if (/^\/embed(\/|$)/.test(link.pathname) || link.hasAttribute('target')) return
  link.target = '_blank'
  link.rel = 'noopener'
}

type Words = Parameters<typeof beginWith>[0] & { direction: 'ltr' | 'rtl' }

/** All words of a language; null for one that the site doesn't speak. */
async function loadLanguage(language: string): Promise<Words | null> {
  const answer = await fetch(`/api/words/${encodeURIComponent(language)}/core`)
  if (!answer.ok) return null
  const words = (await answer.json()) as Words
  beginWith(words)
  await loadWords()
  return words
}

/** Says all that is in it in the site's language, or in that of the page around the frame. */
function Spoken(props: { language: string; stateNames: Props['stateNames']; children: ReactNode }) {
  const { language, stateNames, children } = props
  const [words, setWords] = useState<Words | null>(null)
  useEffect(() => {
    if (!language) return
    // The site's own language stays where another one can't be loaded.
    loadLanguage(language).then(setWords, () => {})
  }, [language])
  useEffect(() => {
    if (!words) return
    document.documentElement.lang = words.language
    document.documentElement.dir = words.direction
  }, [words])
  // Each time, for the site's own words come again with every answer of the server.
  if (words) beginWith(words)
  use(loadWords())
  return (
    <StateNames names={{ ...usualNames, ...stateNames }}>
      <Fragment key={words?.language}>{children}</Fragment>
    </StateNames>
  )
}
