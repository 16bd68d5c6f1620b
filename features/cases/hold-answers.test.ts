import { expect, it } from 'vitest'
import { answersTo, quickAnswersTo } from './hold-answers.ts'

it('an answer comes first where the question is about it, and a file only where it may be about one', () => {
  const reason = 'technical_response'
  const plain = ['go_ahead', 'call_me', 'in_writing', 'scan']
  expect(answersTo({ reason, question: 'Limite floue : continuer ?' })).toEqual(plain)
  expect(answersTo({ reason })).toEqual(plain)
  for (const question of ['Il manque le Scan de l’antagoniste.', 'Empreinte à refaire ?', 'The impression is torn.'])
    expect(answersTo({ reason, question })).toEqual(['scan', 'go_ahead', 'call_me', 'in_writing'])
  expect(answersTo({ reason: 'shade', question: 'Un scan en couleur ?' })).toEqual(['shade', 'call_me', 'in_writing'])
  expect(answersTo({ reason: 'implant_parts' })).not.toContain('scan')
  expect(answersTo(null)).toEqual(['call_me', 'in_writing', 'scan'])
})

it('“go ahead” is no answer to a question between two things, and stands last', () => {
  const reason = 'technical_response'
  for (const question of ['Vissé ou scellé ?', 'Screwed or cemented?'])
    expect(answersTo({ reason, question }).at(-1)).toBe('go_ahead')
  expect(answersTo({ reason, question: 'Refaire le scan, ou continuer ?' })).toEqual([
    'scan',
    'call_me',
    'in_writing',
    'go_ahead',
  ])
  expect(quickAnswersTo({ reason, question: 'Scan ou empreinte ?' })).toEqual(['call_me', 'in_writing', 'go_ahead'])
})
