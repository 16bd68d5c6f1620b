import { readFileSync } from 'node:fs'
import { addDays, dayInZone } from '#kit/day.ts'
import { at } from './addresses.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, test } from './portal.ts'

const today = dayInZone(new Date(), 'Europe/Paris')

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const deliver = async (code: string, promised: number, came: number) => {
      const order = await make.order(practice, { code, status: 'delivered', delivery_on: addDays(today, -promised) })
      await make.insert(laboratory.id, 'order_events', {
        brand_id: laboratory.id,
        practice_id: practice.id,
        order_id: order.id,
        sequence: 1,
        status: 'delivered',
        at: `${addDays(today, -came)}T10:00:00Z`,
      })
      return order
    }
    const onTime = await deliver('T-26-0001', 5, 5)
    await deliver('T-26-0002', 5, 3)
    await make.order(practice, { code: 'T-26-0003', delivery_on: addDays(today, 2), status: 'in_production' })
    const french = await make.user(laboratory, { last_name: 'Abel', language: 'fr' })
    const english = await make.user(laboratory, { last_name: 'Costa', language: 'en' })
    return { host, onTime, french, english }
  })

test('administrators see how the work goes down to the cases, and who did what, in a log that is whole (fr on a phone, en)', async ({
  page,
  browser,
  quiet,
}) => {
  const { host, onTime, french, english } = await makePlace()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, host, french, '/staff/figures')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chiffres')
  await expect(page.getByRole('table', { name: 'Pourquoi des travaux sont arrivés en retard' })).toContainText(
    'Sans cause notée',
  )
  await expect(page.getByRole('table', { name: 'Charge à venir' }).getByRole('link')).toHaveText(['1'])
  await expectAccessible(page)
  await page.getByRole('link', { name: '1 sur 2 travaux avec un jour promis' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Travaux livrés à l’heure')
  await expect(page.getByRole('table').getByRole('link')).toHaveText(['T-26-0001'])
  await expectAccessible(page)
  await page.getByRole('link', { name: 'T-26-0001' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('T-26-0001')

  const ofEnglish = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    reducedMotion: 'reduce',
  })
  quiet.listen(ofEnglish)
  const log = await ofEnglish.newPage()
  await enter(log, host, english, '/staff/audit')
  const lines = log.getByRole('table', { name: 'Audit log' })
  await expect(lines).toBeVisible()
  // Within a second of the answer.
  await expect(async () => {
    await log.reload()
    await expect(lines.getByRole('row', { name: /Case read.*Abel.*T-26-0001/ })).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await expectAccessible(log)
  await log.getByRole('button', { name: 'Person, practice or case' }).click()
  await log.getByRole('searchbox', { name: 'Name or number of a case' }).fill('abel')
  await log.getByRole('button', { name: 'Search', exact: true }).click()
  await log.getByRole('link', { name: /Abel$/ }).filter({ visible: true }).first().click()
  await expect(log).toHaveURL(`${at(host, '/staff/audit')}?userId=${french.id}`)
  await log.getByRole('combobox', { name: 'What' }).selectOption({ label: 'All: Readings' })
  await expect(lines.getByRole('row', { name: /Costa/ })).toHaveCount(0)
  await expect(lines.getByRole('row', { name: /Case read.*Abel/ })).not.toHaveCount(0)
  const coming = log.waitForEvent('download')
  await log.getByRole('button', { name: 'Export (CSV)' }).click()
  expect(readFileSync(await (await coming).path(), 'utf8')).toContain(onTime.code)
  await log.getByRole('button', { name: 'Check the log' }).click()
  await expect(log.getByText(/^The log is whole: \d+ lines? checked\.$/)).toBeVisible()
  await expectAccessible(log)
  await ofEnglish.close()
})
