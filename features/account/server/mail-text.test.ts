import { expect, it } from 'vitest'
import { languages } from '#kit/language.ts'
import { outcomeMail } from './mail-text.ts'

it.each(languages)('leads to where such mails are chosen, but for a warning, which nobody ends (%s)', language => {
  const decided = { firstName: 'Claire', lastName: 'Martin', reason: 'Non.' }
  const placesOf = (isWarning: boolean) =>
    (outcomeMail({ ...decided, isWarning })[language].notes ?? []).map(({ path }) => path)
  expect(placesOf(false)).toEqual(['/account#notices'])
  expect(placesOf(true)).toEqual([])
})

it.each(languages)('greets as all other mails, without the title (%s)', language => {
  const [hello] = outcomeMail({ firstName: 'Claire', lastName: 'Martin', reason: null, isWarning: true })[language]
    .blocks
  expect(hello).toBe({ fr: 'Bonjour Claire Martin,', en: 'Hello Claire Martin,' }[language])
})
