import type { Browser, Locator, Response } from 'playwright'
import { phoneSize, slowDown } from './slow-phone.ts'

export type ClickToPaint = { vote: number; comment: number; firstComment: number }

/**
 * How long a member waits between a click and the frame that shows its effect, in milliseconds, at a quarter of the
 * processor's speed on slow 4G. The median of five, and the first comment alone. The server's answer is still on its way.
 * @param url a post page
 * @param cookie the member's session, as name=value
 */
export async function measureClicks(browser: Browser, url: string, cookie: string): Promise<ClickToPaint> {
  const context = await browser.newContext({ viewport: phoneSize })
  const [name, value] = [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]
  await context.addCookies([{ name, value, url: new URL(url).origin }])
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'My account' }).waitFor()
  await page.getByRole('textbox', { name: 'Your comment' }).focus()
  await page.getByRole('button', { name: 'Comment', exact: true }).waitFor()
  await slowDown(page)
  const vote = page.getByRole('button', { name: /^Vote for / }).first()
  const votes: number[] = []
  const comments: number[] = []
  for (let turn = 0; turn < 5; turn++) {
    const wanted = (await vote.getAttribute('aria-pressed')) === 'true' ? 'false' : 'true'
    const voted = page.waitForResponse(isAction)
    votes.push(await clickUntil(vote, `[aria-pressed="${wanted}"][aria-label^="Vote for"]`, ''))
    await voted
    const text = `Measured comment ${turn}`
    await page.getByRole('textbox', { name: 'Your comment' }).fill(text)
    const send = page.getByRole('button', { name: 'Comment', exact: true })
    const sent = page.waitForResponse(isAction)
    comments.push(await clickUntil(send, 'article, li, p', text))
    await sent
  }
  await context.close()
  const median = (values: number[]) => Math.round(values.toSorted((a, b) => a - b)[2]!)
  return { vote: median(votes), comment: median(comments), firstComment: Math.round(comments[0]!) }
}

const isAction = (response: Response) => response.request().method() === 'POST'

/** Measures from the click to just after the first frame in which an element matching the selector has the text. */
async function clickUntil(button: Locator, selector: string, text: string): Promise<number> {
  const page = button.page()
  await page.evaluate(
    ({ selector, text }) => {
      const shows = () =>
        [...document.querySelectorAll(selector)].some((element) => element.textContent?.includes(text))
      const painted = new Promise<number>((resolve) => {
        addEventListener(
          'click',
          ({ timeStamp }) => {
            const look = () => {
              if (!shows()) return void requestAnimationFrame(look)
              // A posted message arrives after the frame was painted.
              const { port1, port2 } = new MessageChannel()
              port1.addEventListener('message', () => resolve(performance.now() - timeStamp))
              port1.start()
              port2.postMessage(null)
            }
            requestAnimationFrame(look)
          },
          { capture: true, once: true },
        )
      })
      Object.assign(window, { painted })
    },
    { selector, text },
  )
  // Playwright's own click looks for what covers the button, in the page, while the click is measured.
  await button.scrollIntoViewIfNeeded()
  const box = (await button.boundingBox())!
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)
}
