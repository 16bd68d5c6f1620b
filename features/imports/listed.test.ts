import { expect, it } from 'vitest'
import { faultSentence } from './listed.ts'
import { en } from './text/staff-en.ts'
import { fr } from './text/staff-fr.ts'

it('a function that is not known is answered with those that are, in the language of the reader', () => {
  const fault = { code: 'not_listed', field: 'role' } as const
  expect(faultSentence(fr, fault, 'fr')).toBe(
    'Ce mot n’est pas connu ici. Prenez l’un de ceux-ci\u00a0: gestionnaire, gérant, titulaire, responsable\u202f; praticien, dentiste, chirurgien-dentiste, orthodontiste, collaborateur\u202f; praticien sans factures.',
  )
  expect(faultSentence(en, fault, 'en')).toContain('manager, owner; doctor, practitioner')
  expect(faultSentence(fr, { code: 'does_not_prescribe', field: 'role' }, 'fr')).toMatch(/ne prescrit pas.*praticien/)
})
