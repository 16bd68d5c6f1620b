import { expect, it } from 'vitest'
import {
  isCopyOf,
  otherCodeIn,
  roleOfName,
  rolesOfScans,
  scansThere,
  strangeWords,
  withOtherCode,
  withoutPatient,
} from './scan-rules.ts'

it.each([
  ['20260301-P77-maxillary.stl', 'upper'],
  ['20260301-P77-mandibular.stl', 'lower'],
  ['20260301-P77-occlusionfirst.ply', 'bite'],
  ['P77-upperjaw.stl', 'upper'],
  ['P77-lowerjaw.stl', 'lower'],
  ['P77-upperjaw-situ.stl', 'upper'],
  ['P77-upperjaw-marker.stl', 'marker'],
  ['Raw Preparation scan.stl', 'preparation'],
  ['Raw Antagonist scan.stl', 'antagonist'],
  ['Raw Bite scan.stl', 'bite'],
  ['AbutmentAlignmentScan.stl', 'abutment'],
  ['UpperJawScan.obj', 'upper'],
  ['LowerJawScan_(3).obj', 'lower'],
  ['Arcade supérieure.stl', 'upper'],
  ['inférieur.stl', 'lower'],
  ['P77_haut.stl', 'upper'],
  ['bas.stl', 'lower'],
  ['Mordu droit.stl', 'bite'],
  ['gencive.stl', 'gingiva'],
  ['machoire_sup_P77.stl', 'upper'],
  ['P77 mâchoire inf.stl', 'lower'],
  ['P77_Oberkiefer.stl', 'upper'],
  ['Unterkiefer_(3).stl', 'lower'],
  ['P77 oben.stl', 'upper'],
  ['unten.stl', 'lower'],
  ['Biss rechts.stl', 'bite'],
  ['Bissnahme.stl', 'bite'],
  ['Okklusion.ply', 'bite'],
  ['Gegenkiefer.stl', 'antagonist'],
  ['P77-Präparation.stl', 'preparation'],
  ['Praeparation.stl', 'preparation'],
  ['Zahnfleisch.stl', 'gingiva'],
  ['Scankörper.stl', 'abutment'],
  ['Bastien.stl', undefined],
  ['Bisson.stl', undefined],
  ['scan1.stl', undefined],
])('%s shows %s', (name, role) => {
  expect(roleOfName(name)).toBe(role)
})

const scan = (name: string) => ({ name, role: roleOfName(name) ?? null })

it('infers from the teeth what one file alone does not say', () => {
  const [bite, one, two] = [scan('bite.stl'), scan('scan1.stl'), scan('scan2.stl')]
  expect([...rolesOfScans([bite, one], new Set(['upper']))]).toEqual([
    [bite, 'bite'],
    [one, 'upper'],
  ])
  expect(rolesOfScans([bite, one, two], new Set(['upper'])).size).toBe(1)
  expect(rolesOfScans([one], new Set(['upper', 'lower'])).size).toBe(0)
  expect(rolesOfScans([scan('haut.stl'), one], new Set(['upper'])).get(one)).toBeUndefined()
})

it('says what is there and what is missing', () => {
  expect(scansThere(['upper', 'lower'], new Set(['upper']))).toEqual({ upper: true, lower: true, bite: false })
  expect(scansThere(['preparation', 'antagonist', 'bite'], new Set(['lower']))).toEqual({
    upper: true,
    lower: true,
    bite: true,
  })
  expect(scansThere(['preparation'], new Set())).toEqual({ upper: false, lower: false, bite: false })
})

it.each([
  ['MARTIN_Elodie-upperjaw.stl', 'P-77-upperjaw.stl'],
  ['scan élodie 2.stl', 'scan P-77 2.stl'],
  ['ElodieMartin.stl', 'P-77.stl'],
  ['upperjaw.stl', 'upperjaw.stl'],
  ['2026-de-upper.stl', '2026-de-upper.stl'],
])('a name in %s is replaced: %s', (name, kept) => {
  expect(withoutPatient(name, 'Élodie de Martin', 'P 77')).toBe(kept)
})

it('without a name nothing is replaced', () => {
  expect(withoutPatient('Martin.stl', null, 'P-77')).toBe('Martin.stl')
})

it('the name of a second download is known from the plain one', () => {
  for (const copy of ['upper_(3).stl', 'upper (1).stl', 'upper(12).stl', 'upper - Copie.stl', 'upper - copy.stl'])
    expect(isCopyOf(copy, 'upper.stl'), copy).toBe(true)
  for (const other of ['upper.stl', 'upper_3.stl', 'upper_(3).ply', 'lower_(3).stl', '(3).stl'])
    expect(isCopyOf(other, 'upper.stl'), other).toBe(false)
})

it('words that may be a patient’s name are found in the name of a file', () => {
  expect(strangeWords('Dupont_Marie-maxillary_(3).stl', 'P-0412')).toEqual(['Dupont', 'Marie'])
  expect(strangeWords('DupontMarie_UpperJaw.ply', 'P-0412')).toEqual(['Dupont', 'Marie'])
  expect(strangeWords('Ordonnance Élodie.pdf', 'P-0412')).toEqual(['Élodie'])
  expect(strangeWords('MART-77 upper.stl', 'mart-77')).toEqual([])
  expect(strangeWords('mâchoire_sup_P-0412.stl', 'P-0412')).toEqual([])
  for (const plain of [
    '20260301-P77-occlusionfirst.ply',
    'Raw Preparation scan.stl',
    'P77-upperjaw-situ.stl',
    'AbutmentAlignmentScan.stl',
    'IMG_20260301_101500.jpg',
    '3Shape TRIOS 36 antagoniste.stl',
    'Oberkiefer_(3).stl',
    'Bissregistrierung links P-0412.stl',
    'Zähne und Zahnfleisch.stl',
    'Krone 26 Präparation.ply',
  ])
    expect(strangeWords(plain, 'P-0412'), plain).toEqual([])
})

it.each([
  ['machoire_sup_P-0612.stl', 'P-0612'],
  ['p0612 upper.stl', 'p0612'],
  ['machoire_sup_P-0613.stl', undefined],
  ['P_0613.stl', undefined],
  ['scan 2026-11-29.stl', undefined],
  ['P-061.stl', undefined],
  ['DSC_0612.jpg', undefined],
])('a file whose name bears the code of another patient says so: %s', (name, other) => {
  expect(otherCodeIn(name, 'P-0613')).toBe(other)
})

it('a code that is made in no such way is compared with nothing', () => {
  expect(otherCodeIn('P-0612.stl', 'Martin')).toBeUndefined()
})

it.each([
  ['P-77 haut.stl', 'P-77', 'Q-1', 'Q-1 haut.stl'],
  ['P 77_P-77.stl', 'P 77', 'Q 1', 'Q-1_Q-1.stl'],
  ['P 77 haut.stl', 'P 77', 'P-77-2', 'P-77-2 haut.stl'],
  ['AP-77 P-771.stl', 'P-77', 'Q-1', 'AP-77 P-771.stl'],
])('in %s the code %s is replaced by %s once, where it stands for itself', (name, before, after, called) => {
  expect(withOtherCode(name, before, after)).toBe(called)
})

it.each([
  ['dent 26 haut.stl', '26'],
  ['DSC_1204.jpg', '1204'],
  ['scan A.stl', 'A'],
  ['teinte A3.jpg', 'A3'],
  ['scan - haut - 1.stl', '…'],
  ['scan-P-1.stl', 'P-1'],
])('in %s nothing is replaced where the code was %s: it may be a tooth, a shade or a number', (name, before) => {
  expect(withOtherCode(name, before, 'P-912')).toBe(name)
})

it('a code that has stayed as it was leaves the names of files as they are', () => {
  expect(withOtherCode('P 77 haut.stl', 'P 77', 'P 77')).toBe('P 77 haut.stl')
})
