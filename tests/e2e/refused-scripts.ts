import type { Page } from 'playwright/test'

/** A page that records every script it refused. */
export async function watchRefused(page: Page): Promise<string[]> {
  const refused: string[] = []
  await page.exposeFunction('tellRefused', (text: string) => refused.push(text))
  await page.addInitScript(() => {
    const { tellRefused } = window as unknown as { tellRefused: (text: string) => void }
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
      tellRefused(`${location.pathname}: ${effectiveDirective} ${blockedURI} ${sample}`),
    )
  })
  return refused
}

const attack = `<script>document.title = 'taken'</script><script>self.__next_f.push([1, document.title = 'taken'])</script><img src="/x.png" onerror="document.title = 'taken'"><a id="attack" href="javascript:void (document.title = 'taken')">x</a>`

/** Injects markup with three scripts into a page; a browser should run none of them. */
export async function addAttack(page: Page, path: string): Promise<void> {
  await page.route(path, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</body>', `${attack}</body>`)
    await route.fulfill({ response, body })
  })
}
