import type { Page } from '@playwright/test'

/** As where the page is closed, and brought back: what could still be undone for ten seconds leaves at once. */
export const letLeave = (page: Page) =>
  page.evaluate(() => {
    for (const moment of ['pagehide', 'pageshow']) dispatchEvent(new Event(moment))
  })
