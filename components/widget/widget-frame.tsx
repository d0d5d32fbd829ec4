'use client'

import { Fragment, type ReactNode, use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRouter } from 'next/navigation'
import { endOwnSession, signInWithToken } from '@/lib/actions/own-sign-in'
import { callAction } from '@/lib/browser/call-action'
import { stateNames as usualNames } from '@/lib/post/state-names'
import type { PostState } from '@/lib/post/states'
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
  /** The site's language. The page around the frame may ask for another one. */
  language: string
  /** The origins that may show the frame. */
  origins: readonly string[]
  hasChangelog: boolean
  /** The states that the site has renamed. */
  stateNames: Partial<Record<PostState, string>>
  children: ReactNode
}

/** The time in milliseconds; a token lasts five minutes. */
const renewedAfter = 240_000

const addressOf = (view: string | undefined): string | null =>
  view && view !== 'posts' && views.includes(view as View) ? `/embed/${view}` : null

/** The frame around every view of the widget. It listens to the page around it, and signs people in. */
export function WidgetFrame(props: Props) {
  const { origins, language, children } = props
  const router = useRouter()
  const { options, opened, takesCookies, isIn } = useFrame()
  const [step, setStep] = useState<Step | null>(null)
  const asked = useRef('')
  const declined = useRef('')

  const take = useEffectEvent(async (token: string | null) => {
    if (!token || token === asked.current) return
    asked.current = token
    if (takesCookies) await signIn(token, false)
    else keepToken(token)
  })
  async function signIn(token: string, replaces: boolean) {
    const result = await callAction(() => signInWithToken(token, replaces), { tries: 1 })
    if (!result.ok) return setStep({ kind: 'problem', message: result.message })
    if ('from' in result.data) {
      if (result.data.to !== declined.current) setStep({ kind: 'replace', token, ...result.data })
      return
    }
    if ('claim' in result.data) return setStep({ kind: 'proof', ...result.data })
    if (result.data.awaitsCode) return setStep({ kind: 'code' })
    setStep(null)
    await takeOverSession('SIGNED_IN')
  }
  const signOut = useEffectEvent(async () => {
    keepToken('')
    setStep(null)
    if (hasSessionCookie()) {
      const result = await callAction(() => endOwnSession(), { tries: 1 })
      if (!result.ok) return
      await takeOverSession('SIGNED_OUT')
    }
    tellHost('signed-out')
  })
  function leaveStep() {
    if (step?.kind === 'replace') declined.current = step.to
    setStep(null)
  }
  // By value, because each refresh brings another list, and the page around the frame must not be asked again.
  const listed = origins.join(' ')
  useEffect(() => {
    begin()
    // The session, from a token or the frame's dialog, may still need the code of the second factor.
    if (hasSessionCookie()) void awaitsCode().then((waits) => waits && setStep({ kind: 'code' }))
    const stop = listenToHost(
      listed.split(' '),
      (token) => void take(token),
      () => void signOut(),
    )
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
  }, [listed])

  const follow = useEffectEvent(() => {
    const address = addressOf(options.view)
    if (address && address !== location.pathname) router.push(address)
  })
  useEffect(() => follow(), [opened])

  // Renew the token in the link to a new tab, so that it's valid when someone follows it.
  useEffect(() => {
    if (takesCookies) return
    const timer = setInterval(() => tellHost('token'), renewedAfter)
    return () => clearInterval(timer)
  }, [takesCookies])

  const spoken = options.language && options.language !== language ? options.language : ''
  return (
    <div className={isIn ? 'widget' : 'widget widget-alone'}>
      <Spoken language={spoken} stateNames={props.stateNames}>
        <WidgetHead hasChangelog={props.hasChangelog} />
        <div className="flex-1 p-[min(1rem,5vw)]">
          {step && (
            <SignInStep
              key={step.kind}
              step={step}
              onDone={leaveStep}
              onReplace={(token) => {
                setStep(null)
                void signIn(token, true)
              }}
            />
          )}
          {children}
        </div>
      </Spoken>
    </div>
  )
}

/** Opens links to the site's other pages in a new tab, because only the widget's views may be framed. */
function openElsewhere(event: MouseEvent): void {
  const link = (event.target as Element).closest?.('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return
  if (/^\/embed(\/|$)/.test(link.pathname) || link.hasAttribute('target')) return
  link.target = '_blank'
  link.rel = 'noopener'
}

type Words = Parameters<typeof beginWith>[0] & { language: string; direction: 'ltr' | 'rtl' }

/** Loads all messages of a language. Null if the site doesn't have it. */
async function loadLanguage(language: string): Promise<Words | null> {
  const answer = await fetch(`/api/words/${encodeURIComponent(language)}/core`)
  if (!answer.ok) return null
  const words = (await answer.json()) as Words
  beginWith(words)
  await loadWords()
  return words
}

/** Shows its content in the site's language, or in the one that the page around the frame asks for. */
function Spoken(props: { language: string; stateNames: Props['stateNames']; children: ReactNode }) {
  const { language, stateNames, children } = props
  const [words, setWords] = useState<Words | null>(null)
  useEffect(() => {
    if (!language) return
    // If the language can't be loaded, the site's language stays.
    loadLanguage(language).then(setWords, () => {})
  }, [language])
  useEffect(() => {
    if (!words) return
    document.documentElement.lang = words.language
    document.documentElement.dir = words.direction
  }, [words])
  use(loadWords())
  return (
    <StateNames names={{ ...usualNames, ...stateNames }}>
      <Fragment key={words?.language}>{children}</Fragment>
    </StateNames>
  )
}
