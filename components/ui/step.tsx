'use client'

import { createContext, type ReactNode, use, useLayoutEffect, useState } from 'react'

const Show = createContext<(heading: string) => void>(() => {})

/** What its children's forms show has the heading of their step, if they say one with Step. */
export const Steps = Show.Provider

/** The heading of the dialog or page, as long as this step of a form is shown. */
export function Step({ heading }: { heading: string }) {
  const show = use(Show)
  useLayoutEffect(() => {
    show(heading)
    return () => show('')
  }, [show, heading])
  return null
}

/** A page's heading with the forms below it. */
export function StepHeading({ title, children }: { title: ReactNode; children: ReactNode }) {
  const [step, setStep] = useState('')
  return (
    <Steps value={setStep}>
      <h1 className="mb-4 text-lg font-semibold">{step || title}</h1>
      {children}
    </Steps>
  )
}
