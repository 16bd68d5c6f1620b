import { readFileSync } from 'node:fs'
import { unzip } from '../files.ts'
import { testPassword } from '../make.ts'
import { at } from './addresses.ts'
import { faultsOfOneDialog } from './dialog-rules.ts'
import { openLaboratory, withMaker } from './laboratory.ts'
import { onlyMailTo } from './mails.ts'
import { enter } from './ordering.ts'
import { expect, expectAccessible, refused, test } from './portal.ts'

const makePlace = () =>
  withMaker(async make => {
    const { host, laboratory, practice } = await openLaboratory(make, { company_name: 'Labo Test' })
    const manager = await make.user(practice, { account_type: 'manager', title: '', last_name: 'Abel' })
    const administrator = await make.user(laboratory, { last_name: 'Costa', language: 'en' })
    const order = await make.order(practice, { patient: 'Jean Petit' })
    return { host, manager, administrator, order }
  })

test('a manager takes the data along and asks to be forgotten; the laboratory sees who has read a case, and forgets (fr on a phone, en)', async ({
  page,
  browser,
  quiet,
}) => {
  const { host, manager, administrator, order } = await makePlace()
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, host, manager, `/cases/${order.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.code)

  await page.goto(at(host, '/account'))
  await page.getByRole('button', { name: 'Télécharger les travaux du cabinet' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page)
  quiet.allow(refused(422))
  await dialog.getByLabel('Votre mot de passe actuel').fill('Pas-le-bon-26!')
  await dialog.getByRole('button', { name: 'Télécharger' }).click()
  await expect(dialog.getByText('Le mot de passe actuel est incorrect, veuillez réessayer.')).toBeVisible()
  await dialog.getByLabel('Votre mot de passe actuel').fill(testPassword)
  const coming = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Télécharger' }).click()
  const download = await coming
  expect(download.suggestedFilename()).toMatch(/^export-[-\d]{10}\.zip$/)
  const parts = unzip(readFileSync(await download.path()))
  expect(parts.get('cases.json')?.toString()).toContain(order.code)
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Demander l’effacement de mes données' }).click()
  const asking = page.getByRole('alertdialog')
  await expect(asking.getByText(/parce que la loi l’exige/)).toBeVisible()
  await expectAccessible(page)
  await asking.getByRole('button', { name: 'Envoyer la demande' }).click()
  await expect(page.getByText(/Le laboratoire décide\.$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retirer ma demande' })).toBeVisible()
  await expectAccessible(page)

  const ofStaff = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    reducedMotion: 'reduce',
  })
  quiet.listen(ofStaff)
  const staff = await ofStaff.newPage()
  await enter(staff, host, administrator, '/staff/privacy')
  await expect(staff.getByText('Claire Abel', { exact: true })).toBeVisible()
  await expect(staff.getByText('This is the last manager of the practice')).toBeVisible()
  await staff.getByLabel('Number of the case').fill(order.code)
  await staff.getByRole('button', { name: 'Search', exact: true }).click()
  await staff.getByRole('link', { name: order.code }).click()
  const readers = staff.getByRole('table', { name: `Who has read ${order.code}` })
  await expect(readers.getByRole('row', { name: /Claire Abel.*The case/ })).not.toHaveCount(0)
  await expect(readers.getByRole('row', { name: /Claire Abel.*A copy of all cases of the practice/ })).toBeVisible()
  await expectAccessible(staff)
  await staff.getByRole('button', { name: 'Erase the patient’s name' }).click()
  expect(await faultsOfOneDialog('privacy/web/patient-dialog.tsx', staff)).toEqual([])
  await staff.getByRole('button', { name: 'Erase the name', exact: true }).click()
  await expect(staff.getByRole('button', { name: 'Erase the patient’s name' })).toHaveCount(0)

  quiet.allow(refused(401))
  await staff.getByRole('button', { name: 'Forget Claire Abel' }).click()
  await expectAccessible(staff)
  await staff.getByRole('alertdialog').getByRole('button', { name: 'Forget Claire Abel' }).click()
  await expect(staff.getByText('Forgotten', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/login/)
  await onlyMailTo(`${manager.login}@example.test`, 'a effacé votre compte')
  await ofStaff.close()
})
