import { type ChangeEvent, type SubmitEvent, useId, useState } from 'react'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { type InputError, problem } from '#kit/problem.ts'
import { useUnsavedChanges } from './dirty-forms.ts'
import { errorsIn, type Faults, faultsAt, hasAny, judge, type Sentences } from './form-faults.ts'
import { focusField, focusFirstWrong, withWritten } from './form-fields.ts'
import { kitText } from './kit-text.ts'
import { rememberKeys } from './request-keys.ts'
import { useText } from './text.tsx'
import { useBackOnline } from './use-back-online.ts'

export type FormParts<Values extends object, Shape extends GenericSchema, Made> = {
  /**
   * What is there so far; as long as nothing else has been typed, the form follows it. Fields are named as in the contract,
   * so that what is refused there finds its place.
   */
  initial: Values
  /** Of the body in the contract. */
  shape: Shape
  /** What is sent, where it is not what stands in the fields. It may lack something: the shape finds that. */
  body?: (values: Values) => { [Name in keyof InferInput<Shape>]: unknown }
  /** What the rules find wrong beyond the shape. */
  gaps?: (body: InferOutput<Shape>) => readonly InputError[]
  sentences?: Sentences<Values>
  /** Refusals that are about a field; each holds until something else would be sent. */
  refused?: (error: unknown) => Faults<Values> | undefined
  /** With the same key as long as it is the same body: an answer that was lost makes nothing twice. */
  send: (body: InferOutput<Shape>, key: string) => Promise<Made>
  done?: (made: Made) => void
  failed?: () => void
  /** Where nothing is lost that was thought about, nobody is asked. */
  asksBeforeLeaving?: false | ((values: Values) => boolean)
  /** Something is still to be sent that no field shows. */
  unsent?: boolean
}

type Progress = { isPending: boolean; error?: unknown; sent?: string }
type Tried<Values, Shape extends GenericSchema> = { body: InferOutput<Shape>; typed: Values }
export type NamesOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A form, from the first key to the answer: what is wrong is said at its field once it has been tried, and the first
 * such field gets the focus; it is sent once; what was typed stays until it has arrived, and is asked about before it
 * is lost.
 *
 *     const form = useForm({
 *       initial: { name: '' },
 *       shape: templateCalls.save.body,
 *       sentences: { name: { required: t.nameRequired, too_long: t.nameTooLong } },
 *       send: (body, key) => call(templateCalls.save, { body, key }),
 *       done: onClose,
 *     })
 *     <form {...form.props}>
 *       <TextInput label={t.name} {...form.text('name')} />
 *       {form.failure !== undefined && <Notice tone="late" live>{sentence(form.failure)}</Notice>}
 *       <Button type="submit" pending={form.isPending}>{t.save}</Button>
 *     </form>
 */
export function useForm<Values extends object, Shape extends GenericSchema, Made>(
  parts: FormParts<Values, Shape, Made>,
) {
  const { initial, shape, gaps, sentences = {}, send, done, failed } = parts
  const id = useId()
  const { problems } = useText(kitText)
  const [values, setValues] = useState(initial)
  const [{ clean, followed }, setBase] = useState({ clean: initial, followed: initial })
  const [isTried, setTried] = useState(false)
  const [{ isPending, error, sent }, setProgress] = useState<Progress>({ isPending: false })
  useBackOnline(error, setProgress)
  const [keyOf, setKeyOf] = useState(rememberKeys)
  const isDirty = !isSame(values, clean)
  const { asksBeforeLeaving = () => true } = parts
  const asks = asksBeforeLeaving !== false && asksBeforeLeaving(values)
  const { settled, mayDiscard } = useUnsavedChanges(isDirty && asks, parts.unsent)

  const bodyOf = (values: Values) => parts.body?.(values) ?? values
  const at = (errors: readonly InputError[]) => faultsAt(errors, initial, sentences, problems.input_invalid)
  const refusedBy = (error: unknown) => parts.refused?.(error) ?? at(errorsIn(error))

  const judged = judge(shape, bodyOf(values), gaps)
  const refused: Faults<Values> = error === undefined ? {} : refusedBy(error)
  const isAnswered = sent === JSON.stringify(bodyOf(values))
  const faults: Faults<Values> = { ...(isAnswered && refused), ...at(isTried ? judged.errors : judged.excess) }

  const set = (changes: Partial<Values>) => setValues(before => ({ ...before, ...changes }))
  const setOne = (name: keyof Values, value: unknown) => setValues(before => ({ ...before, [name]: value }))

  /** What may be sent; otherwise what is wrong is said from here on, where it is. */
  function tried(): Tried<Values, Shape> | undefined {
    const typed = withWritten(id, values)
    const { body, errors } = judge(shape, bodyOf(typed), gaps)
    const wrong = at(errors)
    setValues(typed)
    setTried(true)
    if (errors.length === 0) return { body, typed }
    if (hasAny(wrong)) {
      setProgress({ isPending: false })
      focusFirstWrong(id, wrong)
    } else setProgress({ isPending: false, error: problem('input_invalid', { errors: [...errors] }) })
    return undefined
  }

  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (isPending) return
    const found = tried()
    if (!found) return
    const { body, typed } = found
    const sent = JSON.stringify(bodyOf(typed))
    setProgress({ isPending: true })
    await send(body, keyOf(body)).then(
      made => {
        settled()
        // Also as long as `initial` still says what was there before.
        setBase({ clean: typed, followed: initial })
        forget()
        // What is sent from here on is another one, even in the same words.
        setKeyOf(rememberKeys)
        done?.(made)
      },
      (error: unknown) => {
        setProgress({ isPending: false, error, sent })
        focusFirstWrong(id, refusedBy(error))
        failed?.()
      },
    )
  }

  function follow() {
    setValues(initial)
    setBase({ clean: initial, followed: initial })
  }
  if (!isDirty && !isPending && !isSame(initial, followed)) follow()

  function clear() {
    follow()
    forget()
  }

  function forget() {
    setTried(false)
    setProgress({ isPending: false })
  }

  const failure = hasAny(refused) ? undefined : error
  const errorOf = (name: keyof Values): string | undefined => faults[name]
  return {
    id,
    props: { id, noValidate: true, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) },
    values,
    /** As it would be sent, once nothing is wrong. */
    body: judged.body,
    set,
    errorOf,
    /** For a control that tells the value itself. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (value: Values[Name]) => setOne(name, value),
    }),
    /** For an element of the platform that holds words. */
    text: <Name extends NamesOf<Values, string> & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setOne(name, currentTarget.value),
    }),
    /** Whether it may be sent; otherwise what is wrong is said. */
    check: tried,
    submit,
    /** Back to what is there. */
    clear,
    /** What differs from it has been typed. */
    clean,
    /** Begins from something else. */
    reset: setBase,
    /** Whether it may be left: asks where something would be lost. */
    mayLeave: mayDiscard,
    focus: (name: keyof Values & string) => focusField(id, name),
    isPending,
    /** Why it was not sent, where no field says it. */
    failure,
    isWrong: failure !== undefined || hasAny(faults),
  }
}
