import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'
import { keepLooks, type Looks, measureNewLooks } from './contrast.ts'

/** Every document compiles it anew, and half of the other file is comments. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** The rules of 4.14 whose impact is minor or moderate. They take a third of the time. */
const lesserRules = [
  'aria-allowed-role',
  'aria-deprecated-role',
  'empty-heading',
  'empty-table-header',
  'form-field-multiple-labels',
  'heading-order',
  'html-xml-lang-mismatch',
  'image-redundant-alt',
  'landmark-banner-is-top-level',
  'landmark-contentinfo-is-top-level',
  'landmark-main-is-top-level',
  'landmark-no-duplicate-banner',
  'landmark-no-duplicate-contentinfo',
  'landmark-no-duplicate-main',
  'landmark-one-main',
  'landmark-unique',
  'meta-viewport',
  'meta-viewport-large',
  'no-autoplay-audio',
  'page-has-heading-one',
  'presentation-role-conflict',
  'region',
  'scope-attr-valid',
  'server-side-image-map',
  'skip-link',
  'table-duplicate-name',
]

/** What axe finds, each with the elements it found it in. Asked again of the same document, it is there already. */
export async function breachesOf(page: Page, which: 'any' | 'grave' = 'any'): Promise<string[]> {
  for (const frame of page.frames()) {
    const isThere = await frame.evaluate(() => 'axe' in globalThis)
    if (!isThere) await frame.evaluate(source)
  }
  await measureNewLooks(page)
  const { violations, looks } = await page.evaluate(
    async skipped => {
      const { axe: inPage, looks } = globalThis as unknown as { axe: typeof axe; looks: Looks }
      const rules = Object.fromEntries(skipped.map(id => [id, { enabled: false }]))
      const resultTypes = ['violations', 'incomplete'] satisfies axe.resultGroups[]
      const found = await inPage.run({ rules, resultTypes, elementRef: true })
      const passed = looks.passedIn(found)
      const rest = looks.leaves(found)
        ? await inPage.run('html', { runOnly: 'color-contrast', resultTypes })
        : undefined
      const violations = [found, rest].flatMap(each => each?.violations ?? [])
      return {
        violations: violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map(node => node.html) })),
        looks: passed,
      }
    },
    which === 'grave' ? lesserRules : [],
  )
  keepLooks(looks)
  return violations
    .filter(({ impact }) => which === 'any' || impact === 'serious' || impact === 'critical')
    .map(({ id, html }) => `${id}: ${html.join(' | ')}`)
}
