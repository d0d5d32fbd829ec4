import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { type Browser, chromium, firefox, webkit } from 'playwright'
import { installPackage } from './programs.ts'

const installed = [
  process.env.CHROMIUM_PATH,
  // Without drawing windows, it uses a fifth less processor time.
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium to test with: an installed one, else the distribution's package if we may install it, else
 * Playwright's own (downloaded if possible). Throws an error if there is none.
 */
export function findBrowser(): string {
  const path = findInstalled() ?? installBrowser() ?? ownBrowser() ?? downloadBrowser()
  if (!path) throw new Error('No browser was found. Install Chromium or Chrome, or set CHROMIUM_PATH.')
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

/** Other engines that Playwright has on this machine (`npx playwright install firefox webkit`). */
export const otherEngines = (): { name: string; launch: () => Promise<Browser> }[] =>
  Object.entries({ Firefox: firefox, WebKit: webkit })
    .filter(([, engine]) => existsSync(engine.executablePath()))
    .map(([name, engine]) => ({ name, launch: () => engine.launch() }))

/** No sandbox as root (containers), and no background requests, which fail noisily in a closed network. */
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
 * Turns off the address bar's popup, which Chromium draws in a separate renderer for every window; that costs more than
 * most tested pages. Chromium only uses its last list of features, so Playwright's own is repeated here.
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
