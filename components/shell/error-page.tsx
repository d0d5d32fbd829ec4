'use client'

import { buttonClass } from '../ui/button-class'

/** What a reader sees when a page is missing or broken. */
export function ErrorPage({ status, message }: { status: number; message?: string }) {
  function goBack() {
    if (window.history.length > 1) window.history.back()
    else window.location.assign('/')
  }
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-4 py-20 text-center">
      <h1 className="tabular text-xl font-semibold">{status}</h1>
      <p className="mt-2 text-base">Oops! The page you are looking for does not exist.</p>
      {message && <p className="mt-2 text-ink-soft">{message}</p>}
      <form
        action="/"
        className="mt-6"
        onSubmit={(event) => {
          event.preventDefault()
          goBack()
        }}
      >
        <button className={buttonClass('default')}>Go Back</button>
      </form>
    </div>
  )
}
