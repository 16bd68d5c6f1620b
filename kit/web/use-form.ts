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
   * The current values; the form follows them until something else is typed. Fields are named as in the contract, so that the
   * server's errors find their field.
   */
  initial: Values
  /** The contract's body schema. */
  shape: Shape
  /** The body, if not the fields themselves. It may be incomplete: the schema finds that. */
  body?: (values: Values) => { [Name in keyof InferInput<Shape>]: unknown }
  /** Errors by rules beyond the schema. */
  gaps?: (body: InferOutput<Shape>) => readonly InputError[]
  sentences?: Sentences<Values>
  /** Refusals that concern a field; each holds until the body changes. */
  refused?: (error: unknown) => Faults<Values> | undefined
  /** Gets the same key for the same body, so that a lost answer makes nothing twice. */
  send: (body: InferOutput<Shape>, key: string) => Promise<Made>
  done?: (made: Made) => void
  failed?: () => void
  /** False, or a test, for forms whose loss matters little: leaving does not ask. */
  asksBeforeLeaving?: false | ((values: Values) => boolean)
  /** There is unsent work that no field shows. */
  unsent?: boolean
}

type Progress = { isPending: boolean; error?: unknown; sent?: string }
type Tried<Values, Shape extends GenericSchema> = { body: InferOutput<Shape>; typed: Values }
export type NamesOf<Values, Type> = { [Name in keyof Values]: Values[Name] extends Type ? Name : never }[keyof Values]

export const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * A form's state from the first key to the answer: errors appear at their fields once sending was tried, and the first wrong
 * field gets the focus; it is sent once; typed values stay until they are saved, and leaving asks before they are lost.
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

  /** The body if valid; otherwise errors are shown from here on, at their fields. */
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
        // Also while `initial` still has the old values.
        setBase({ clean: typed, followed: initial })
        forget()
        // Later sendings are new requests, even with the same body.
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
    /** The body as it would be sent, once valid. */
    body: judged.body,
    set,
    errorOf,
    /** For a control that reports its value itself. */
    field: <Name extends keyof Values & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: (value: Values[Name]) => setOne(name, value),
    }),
    /** For a native text field. */
    text: <Name extends NamesOf<Values, string> & string>(name: Name) => ({
      name,
      value: values[name],
      error: errorOf(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        setOne(name, currentTarget.value),
    }),
    /** Returns the body if valid; otherwise shows the errors. */
    check: tried,
    submit,
    /** Back to the initial values. */
    clear,
    /** The values that edits are compared with. */
    clean,
    /** Starts from other values. */
    reset: setBase,
    /** Whether the form may be left: asks if something would be lost. */
    mayLeave: mayDiscard,
    focus: (name: keyof Values & string) => focusField(id, name),
    isPending,
    /** Why sending failed, if no field shows it. */
    failure,
    isWrong: failure !== undefined || hasAny(faults),
  }
}
