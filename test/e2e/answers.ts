import type { Page } from '@playwright/test'

/** As where the page is closed: what could still be undone for ten seconds leaves at once. */
export const letLeave = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('pagehide')))
