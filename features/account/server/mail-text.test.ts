import { expect, it } from 'vitest'
import { languages } from '#kit/language.ts'
import { outcomeMail } from './mail-text.ts'

it.each(languages)('leads to where such mails are chosen, but for a warning, which nobody ends (%s)', language => {
  const decided = { name: 'Dr Claire Martin', reason: 'Non.' }
  const placesOf = (isWarning: boolean) =>
    (outcomeMail({ ...decided, isWarning })[language].notes ?? []).map(({ path }) => path)
  expect(placesOf(false)).toEqual(['/account#notices'])
  expect(placesOf(true)).toEqual([])
})
