import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { Words } from '#kit/input.ts'
import { Problem } from '#kit/problem.ts'
import { errorsIn, faultsAt, judge } from './form-faults.ts'

const Note = v.strictObject({ kind: v.picklist(['fit', 'shade']), body: Words(5) })
const values = { kind: undefined, body: '' }

describe('what is wrong with a form', () => {
  it('is found by the shape of the contract, under the codes of the server', () => {
    expect(judge(Note, values).errors).toEqual([
      { path: 'kind', code: 'required' },
      { path: 'body', code: 'required' },
    ])
  })

  it('is found by the rules once the shape is right, which gives them what would be sent', () => {
    const gaps = ({ body }: v.InferOutput<typeof Note>) => (body === 'x' ? [{ path: 'body', code: 'too_short' }] : [])
    expect(judge(Note, { kind: 'fit', body: ' x ' }, gaps)).toMatchObject({ errors: [{ code: 'too_short' }] })
    expect(judge(Note, { kind: 'fit', body: ' y ' }, gaps)).toMatchObject({
      body: { kind: 'fit', body: 'y' },
      errors: [],
    })
  })

  it('counts as too much at once, not what is missing', () => {
    expect(judge(Note, { ...values, body: 'too long' }).excess).toEqual([{ path: 'body', code: 'too_long' }])
  })

  it('reads one sentence at each field, and a general one where the field has none for the code', () => {
    const errors = [
      { path: 'body', code: 'required' },
      { path: 'body', code: 'too_long' },
      { path: 'kind', code: 'not_listed' },
      { path: 'elsewhere.0', code: 'required' },
    ]
    const sentences = { body: { required: 'Write something.', too_long: 'Shorten it.' } }
    expect(faultsAt(errors, values, sentences, 'Check this.')).toEqual({
      body: 'Write something.',
      kind: 'Check this.',
    })
  })

  it('is also what the server refuses by field, and no other refusal', () => {
    const errors = [{ path: 'body', code: 'required' }]
    expect(errorsIn(new Problem('input_invalid', 422, { errors }))).toEqual(errors)
    expect(errorsIn(new Problem('conflict', 409, { errors }))).toEqual([])
    expect(errorsIn(new TypeError())).toEqual([])
  })
})
