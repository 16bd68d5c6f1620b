import { describe, expect, it } from 'vitest'
import { kindSaidBy } from './problem-words.ts'

describe('the words of a problem say what is wrong', () => {
  it.each([
    ['La couronne bascule', 'fit'],
    ['Trop serrée en mésial', 'fit'],
    ['It rocks on the prep', 'fit'],
    ['TEINTE trop claire', 'shade'],
    ['The colour is too grey', 'shade'],
    ['Trop haute de 0,3 mm', 'contact'],
    ['No contact with 25', 'contact'],
    ['Céramique ébréchée', 'breakage'],
    ['Fêlée à l’essayage', 'breakage'],
    ['Broken in two', 'breakage'],
    ['Livré en retard', 'late'],
    ['Il manque la vis', 'missing'],
  ])('%s', (words, kind) => {
    expect(kindSaidBy(words)).toBe(kind)
  })

  it.each([
    '',
    '26',
    'Contactez-moi',
    'La teinte est bonne, mais elle bascule',
    'Je ne suis pas satisfaite',
    'Felix Martin',
  ])('and nothing is guessed from “%s”', words => {
    expect(kindSaidBy(words)).toBeUndefined()
  })
})
