import { describe, expect, it } from 'vitest'
import { kindSaidBy, wishSaidBy } from './problem-words.ts'

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
    ['Ne rentre pas sur 22', 'fit'],
    ['La couronne ne s’adapte pas', 'fit'],
    ['It doesn’t seat on 22', 'fit'],
    ['Does not fit', 'fit'],
    ['Prothèse instable', 'fit'],
    ['Rétention insuffisante', 'fit'],
    ['Trop claire', 'shade'],
    ['Too light', 'shade'],
    ['Supraclusion sur 36', 'contact'],
    ['Pas de contact avec la 25', 'contact'],
    ['Point de contact trop serré', 'contact'],
    ['Contacts too tight', 'contact'],
    ['Facette décollée', 'other'],
    ['Wrong tooth', 'other'],
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
    'Shade is perfect but it does not seat on 22',
    'not broken but late',
    'Pas cassée, en retard',
    'manque de place en distal',
    'grain de céramique manquant',
    'La teinte n’est plus la bonne',
    'The shade isn’t dark',
    'No chip',
    'Aucune idée, mauvaise rétention',
    'Manque de rétention',
    'Teinte parfaite',
    'The fit is good',
    'Elle rentre, mais la teinte',
    'trop claire et trop haute',
  ])('and nothing is guessed from “%s”', words => {
    expect(kindSaidBy(words)).toBeUndefined()
  })
})

describe('the words of a problem ask for a remake', () => {
  it.each(['La couronne bascule, à refaire', 'Please remake', 'Merci de la refaire', 'To be redone'])('%s', words => {
    expect(wishSaidBy(words)).toBe('remake')
  })

  it.each([
    'La couronne bascule',
    'Faut-il la refaire ?',
    'Pas à refaire, je retouche',
    'No need for a remake',
    'À refaire si vous le pensez',
  ])('and nothing is asked for by “%s”', words => {
    expect(wishSaidBy(words)).toBeUndefined()
  })
})
