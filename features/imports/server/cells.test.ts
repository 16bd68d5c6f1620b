import { describe, expect, it } from 'vitest'
import { printTypeWords, roleWords, statusWords } from '../listed.ts'
import { countryIn, daysIn, languageIn, printTypeIn, roleIn, statusIn, workingDaysIn } from './cells.ts'

describe('days of the week are read', () => {
  it.each([
    ['lun mar jeu', [1, 2, 4]],
    ['Lundi, mercredi et vendredi', [1, 3, 5]],
    ['du lundi au vendredi', [1, 2, 3, 4, 5]],
    ['lun – jeu ; sam', [1, 2, 3, 4, 6]],
    ['Monday to Thursday and Saturday', [1, 2, 3, 4, 6]],
    ['mon-fri', [1, 2, 3, 4, 5]],
    ['1,2,5', [1, 2, 5]],
    ['les mardis', undefined],
    ['mardis', [2]],
    ['l', undefined],
    ['tous', undefined],
    ['ven-lun', undefined],
    ['lun-mer-ven', undefined],
    ['0', undefined],
    ['8', undefined],
    ['lun-', undefined],
  ])('%s', (cell, days) => {
    expect(daysIn(cell)).toEqual(days ? { value: days } : { fault: 'not_days' })
  })
})

describe('a lead time is read as people write it', () => {
  it.each([
    ['4', 4],
    ['4 jours', 4],
    ['1 jour', 1],
    ['4j', 4],
    ['4 j ouvrés', 4],
    ['10 jours ouvrables', 10],
    ['4\u00a0Jours', 4],
    ['5 j.', 5],
    ['4 days', 4],
    ['1 day', 1],
    ['4 d', 4],
    ['4 working days', 4],
    ['4 business days', 4],
    ['4 jours calendaires', undefined],
    ['4 à 5 jours', undefined],
    ['2 semaines', undefined],
    ['jours', undefined],
    ['quatre jours', undefined],
    ['4,5', undefined],
    ['-4 jours', undefined],
  ])('%s', (cell, days) => {
    expect(workingDaysIn(cell)).toEqual(days ? { value: days } : { fault: 'not_a_number' })
  })
})

it('roles, languages and countries are read as people write them', () => {
  expect([roleIn('Gérante'), roleIn('Praticien, sans absences ni factures'), roleIn('chef')]).toEqual([
    { value: 'manager' },
    { value: 'practiceDoctor' },
    { fault: 'not_listed' },
  ])
  expect([languageIn('Français'), languageIn('English'), languageIn('de')]).toEqual([
    { value: 'fr' },
    { value: 'en' },
    { fault: 'not_listed' },
  ])
  expect(['Suisse', 'Belgium', 'lu', 'Atlantide'].map(countryIn)).toEqual([
    { value: 'CH' },
    { value: 'BE' },
    { value: 'LU' },
    { fault: 'not_listed' },
  ])
})

it('whoever works in a practice without prescribing is no practitioner, however that is written', () => {
  for (const said of [
    ...['Assistante', 'assistant', 'ASSISTANTE DENTAIRE', 'Assistant dentaire qualifié', 'Secrétaire', 'secretaire'],
    ...['Secrétaire médicale', 'secrétaire / assistante', 'Réceptionniste', 'Comptable', 'Accueil', 'Hygiéniste'],
    ...['dental assistant', 'Dental nurse', 'receptionist', 'Secretary', 'Accountant', 'Front desk'],
  ])
    expect(roleIn(said), said).toEqual({ fault: 'does_not_prescribe' })
  for (const said of ['Dentiste', 'Chirurgien dentiste', 'chirurgienne-dentiste', 'Docteur', 'Dr', 'Orthodontiste'])
    expect(roleIn(said), said).toEqual({ value: 'doctor' })
})

it('understands every word that is listed beside a column', () => {
  for (const [status, { fr, en }] of Object.entries(statusWords))
    for (const word of [...fr, ...en]) expect(statusIn(word), word).toEqual({ value: status })
  for (const [printType, { fr, en }] of Object.entries(printTypeWords))
    for (const word of [...fr, ...en]) expect(printTypeIn(word), word).toEqual({ value: printType })
  for (const [role, { fr, en }] of Object.entries(roleWords))
    for (const word of [...fr, ...en]) expect(roleIn(word), word).toEqual({ value: role })
})
