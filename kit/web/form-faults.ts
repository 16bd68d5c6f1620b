import * as v from 'valibot'
import { inputErrors } from '#kit/input.ts'
import { type InputError, Problem } from '#kit/problem.ts'

/** For each field, the sentence for each code that the contract or the rules may give. */
export type Sentences<Values> = { readonly [Field in keyof Values]?: Readonly<Partial<Record<string, string>>> }
/** The sentence for each field that is wrong. */
export type Faults<Values> = { readonly [Field in keyof Values]?: string | undefined }

export type Judged<Body> = {
  /** Present when it may be sent. */
  body?: Body
  errors: readonly InputError[]
  /** The errors about too much input, which are shown while typing. */
  excess: readonly InputError[]
}

/** Checks with the contract's schema, then with further rules: the same that decide on the server. */
export function judge<Shape extends v.GenericSchema>(
  shape: Shape,
  body: unknown,
  gaps: (body: v.InferOutput<Shape>) => readonly InputError[] = () => [],
): Judged<v.InferOutput<Shape>> {
  const read = v.safeParse(shape, body)
  if (!read.success) {
    const errors = inputErrors(read.issues)
    return { errors, excess: errors.filter(({ code }) => code === 'too_long') }
  }
  const errors = gaps(read.output)
  return errors.length > 0 ? { errors, excess: [] } : { body: read.output, errors, excess: [] }
}

/** One sentence per field; `otherwise` if the field has none for the code. */
export function faultsAt<Values extends object>(
  errors: readonly InputError[],
  values: Values,
  sentences: Sentences<Values>,
  otherwise: string,
): Faults<Values> {
  const faults: { [Field in keyof Values]?: string } = {}
  const isField = (name: string): name is keyof Values & string => Object.hasOwn(values, name)
  for (const { path, code } of errors) {
    const field = path.split('.')[0] ?? ''
    if (isField(field)) faults[field] ??= sentences[field]?.[code] ?? otherwise
  }
  return faults
}

export const errorsIn = (error: unknown): readonly InputError[] =>
  error instanceof Problem && error.code === 'input_invalid' ? (error.details.errors ?? []) : []

export const hasAny = (faults: object): boolean => Object.values(faults).some(Boolean)
