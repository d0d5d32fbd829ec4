import type { Page } from 'playwright/test'

type Shift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }

/** Visible layout shifts while a page loaded. */
export const shiftsOf = (page: Page, least = 0.005) =>
  page.evaluate(
    (least) =>
      new Promise<string[]>((resolve) => {
        const tell = (shifts: Shift[]) =>
          resolve(
            shifts
              .filter(({ value }) => value > least)
              .map(
                ({ value, sources }) =>
                  `${value} ${sources.map(({ node }) => node?.outerHTML?.slice(0, 80))}`,
              ),
          )
        new PerformanceObserver((list) => tell(list.getEntries() as Shift[])).observe({
          type: 'layout-shift',
          buffered: true,
        })
        setTimeout(() => resolve([]), 1_000)
      }),
    least,
  )
