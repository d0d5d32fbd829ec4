import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chromium } from 'playwright'
import sharp from 'sharp'
import { projectRoot } from '../../supabase/local/backend.ts'
import { browserArguments, findBrowser } from '../support/browser.ts'
import { cleanUp, onEnd } from '../support/clean-up.ts'
import { serveSite } from './site.ts'

// npm run screenshots: takes the README's screenshots of the example board in light and dark, on a throw-away site.
const folder = join(projectRoot, 'docs/images')
mkdirSync(folder, { recursive: true })

const { TEST_SITE_URL } = await serveSite({ onlyExample: true })
const browser = await chromium.launch({ executablePath: findBrowser(), args: browserArguments })
onEnd(() => browser.close())

for (const colorScheme of ['light', 'dark'] as const) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, colorScheme })
  await page.goto(TEST_SITE_URL!, { waitUntil: 'networkidle' })
  const file = join(folder, `roadmap-${colorScheme}.webp`)
  const { size } = await sharp(await page.screenshot())
    .webp({ quality: 60, effort: 6 })
    .toFile(file)
  console.log(`${relative(projectRoot, file)}, ${Math.round(size / 1000)} kB`)
  await page.close()
}
await cleanUp()
process.exit(0)
