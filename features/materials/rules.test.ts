import { describe, expect, it } from 'vitest'
import { readLabel } from './rules.ts'

describe('what a barcode reader types', () => {
  it.each([
    ['as GS1 DataMatrix', ']d2010401234567890117290430\u001d10Z-4471', 'Z-4471', '2029-04-30'],
    ['without the mark at the front', '01040123456789011729043010Z-4471', 'Z-4471', '2029-04-30'],
    ['as printed below the bars', '(01)04012345678901(17)290430(10)Z-4471', 'Z-4471', '2029-04-30'],
    ['with the lot before the day', ']C1010401234567890110Z-4471\u001d17290430', 'Z-4471', '2029-04-30'],
    ['with a serial number behind it', '010401234567890110Z-4471\u001d21S99\u001d17290430', 'Z-4471', '2029-04-30'],
    ['of a month alone, which ends with its last day', '01040123456789011728020010A', 'A', '2028-02-29'],
  ])('is read %s', (_, scanned, lot, expiresOn) => {
    expect(readLabel(scanned)).toEqual({ labelCode: '04012345678901', lot, expiresOn })
  })

  it('names the article alone where the label says no more', () => {
    expect(readLabel(']d20104012345678901')).toEqual({ labelCode: '04012345678901' })
  })

  it.each(['Z-4471', '10-2291', '0104', '', '4471 A', '+E234$$3'])('is a lot number as it stands: %j', typed => {
    expect(readLabel(typed)).toBeUndefined()
  })

  it.each([
    ['a field that the maker adds for itself', '010401234567890110L5\u001d91ABC', { lot: 'L5' }],
    ['one in front of the lot', '010401234567890190A\u001d10L5', { lot: 'L5' }],
    ['one in brackets', '(01)04012345678901(91)A(17)290430(10)L5', { lot: 'L5', expiresOn: '2029-04-30' }],
    ['a day that does not exist', '01040123456789011729023010A', { lot: 'A' }],
    ['nothing where the lot is to stand', '010401234567890110', {}],
    ['nothing but a field that nobody knows', '010401234567890188X', {}],
  ])('is a label all the same with %s', (_, scanned, read) => {
    expect(readLabel(scanned)).toEqual({ labelCode: '04012345678901', ...read })
  })

  it('is nothing that could be believed where the article breaks off', () => {
    expect(readLabel(']d20104012345')).toBeUndefined()
  })
})
