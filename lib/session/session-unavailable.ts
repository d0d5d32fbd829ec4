import { NextResponse } from 'next/server'

/** When nobody says how long it takes, in seconds. */
const usualWait = 60

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Please try again in a minute</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:28rem;margin:20vh auto;padding:0 1rem}h1{font-size:1.25rem}</style>
</head>
<body>
<main>
<h1>Please try again in a minute</h1>
<p>The sign-in service is busy or does not answer. You are still signed in, and nothing is lost.</p>
<p><a href="">Try again</a> or <a href="/">see the roadmap</a></p>
</main>
</body>
</html>
`

/**
 * Instead of a page for somebody whose session cannot be renewed just now: it needs nothing that may be out of reach.
 * @param wait in seconds, 0 when it is not known
 */
export const sessionUnavailable = (wait: number): NextResponse =>
  new NextResponse(page, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Retry-After': String(wait || usualWait),
      'Cache-Control': 'private, no-store',
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
  })
