import { expect, it } from 'vitest'
import { en } from '../text/staff-en.ts'
import { fr } from '../text/staff-fr.ts'

it('what is said of the lines to correct agrees with how many there are', () => {
  const saidOf = ({ preview }: typeof en, count: number) =>
    [preview.wrongTitle(count), preview.wrong(count), preview.wrongOrLeft(count)].join(' ')
  expect(saidOf(fr, 1)).toMatch(/Une ligne est .* qu’elle n’est pas juste.* la ligne à corriger est enregistrée/)
  expect(saidOf(fr, 2)).toMatch(/2 lignes sont .* qu’elles ne sont pas toutes justes.* les lignes à corriger sont/)
  expect(saidOf(en, 1)).toMatch(/One line is .* until it is right.* the line to correct is saved/)
  expect(saidOf(en, 2)).toMatch(/2 lines are .* until all of them are right.* the lines to correct are saved/)
})
