import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium, firefox, webkit } from 'playwright'
import { installPackage } from './programs.ts'

const installed = [
  process.env.CHROMIUM_PATH,
  // Without windows to draw it needs a fifth less of the processor.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium to test with: an installed one, else the distribution's package when we may install it, else
 * Playwright's own (downloaded when it can be). Throws a sentence when there is none to be had.
 */
export function findBrowser(): string {
  const path = findInstalled() ?? installBrowser() ?? ownBrowser() ?? downloadBrowser()
  if (!path)
    throw new Error('No browser was found. Install Chromium or Chrome, or name one in CHROMIUM_PATH.')
  return path
}

const findInstalled = () => installed.find((path) => path && existsSync(path))

function installBrowser(): string | undefined {
  return installPackage('chromium-headless-shell') || installPackage('chromium') ? findInstalled() : undefined
}

function downloadBrowser(): string | undefined {
  spawnSync('npx', ['playwright', 'install', '--with-deps', 'chromium'], {
    stdio: 'inherit',
    timeout: 300_000,
  })
  return ownBrowser()
}

function ownBrowser(): string | undefined {
  const path = chromium.executablePath()
  return existsSync(path) ? path : undefined
}

/** Engines beside Chromium that Playwright has on this machine (`npx playwright install firefox webkit`). */
export const otherEngines = (): { name: string; launch: () => Promise<Browser> }[] =>
  Object.entries({ Firefox: firefox, WebKit: webkit })
    .filter(([, engine]) => existsSync(engine.executablePath()))
    .map(([name, engine]) => ({ name, launch: () => engine.launch() }))

/** No sandbox as root (containers), and no calls home, which a closed network refuses noisily. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Without the popup of the address bar, which Chromium draws in a renderer of its own for every window: more work
 * than most pages under test. It takes its last list of features alone, so Playwright's own stands here again.
 */
export const withoutAddressBar = `--disable-features=${[
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
].join(',')}`
