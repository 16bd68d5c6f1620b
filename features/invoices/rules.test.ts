import { expect, it } from 'vitest'
import { gapsOfPractice } from './rules.ts'

const whole = { rppsSiretSiren: '', address: '12 rue des Lilas', postalCode: '75020', city: 'Paris', hasMailbox: true }

it.each<[string, object, string[]]>([
  ['a SIREN', { rppsSiretSiren: '404 833 048' }, []],
  ['a SIRET', { rppsSiretSiren: '73282932000074' }, []],
  ['no number', {}, ['siren_missing']],
  ['an RPPS', { rppsSiretSiren: '10003456789' }, ['siren_is_rpps']],
  ['an RPPS with its 8', { rppsSiretSiren: '810003456789' }, ['siren_is_rpps']],
  ['a SIREN that is none', { rppsSiretSiren: '404833047' }, ['siren_wrong']],
  ['words', { rppsSiretSiren: 'en cours' }, ['siren_wrong']],
  ['an RPPS and no mailbox', { rppsSiretSiren: '10003456789', hasMailbox: false }, ['siren_is_rpps', 'mailbox']],
  [
    'a SIREN, no mailbox and half an address',
    { rppsSiretSiren: '404833048', hasMailbox: false, city: ' ' },
    ['address'],
  ],
])('with %s its invoices lack as much', (_, facts, gaps) => {
  expect(gapsOfPractice({ ...whole, ...facts })).toEqual(gaps)
})
