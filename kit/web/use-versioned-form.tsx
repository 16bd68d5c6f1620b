import { type ReactNode, type SubmitEvent, useState } from 'react'
import { type GenericSchema, type InferInput, type InferOutput, safeParse } from 'valibot'
import { Problem } from '#kit/problem.ts'
import { mergedOf, type Rows } from './merged.ts'
import { en } from './text/meanwhile-en.ts'
import { fr } from './text/meanwhile-fr.ts'
import { useLanguage } from './text.tsx'
import { Button } from './ui/button.tsx'
import './use-versioned-form.css'
import { type FormParts, isSame, type NamesOf, useForm } from './use-form.ts'

/** Both languages inline: smaller than requesting a file. */
const sentences = { fr, en }

type VersionedParts<Values extends object, Shape extends GenericSchema, Made, Version> = Omit<
  FormParts<Values, Shape, Made>,
  'body' | 'send' | 'unsent'
> & {
  /** The version of `initial`, as the server compares it: a number, or the earlier value itself. */
  version: Version
  /** `version` is the one that the form started from. */
  body?: (values: Values, version: Version) => { [Name in keyof InferInput<Shape>]: unknown }
  /** On a page, resolves after a refetch: otherwise continued typing would conflict with one's own change. */
  send: (body: InferOutput<Shape>, key: string, version: Version) => Promise<Made>
  /** The fields are not the saved data, or show it themselves: there is nothing to compare in them. */
  isOfOtherThings?: boolean
  /** The version after saving, where known: putting back the earlier values is then noticed too. */
  versionAfter?: (made: Made) => Version
  /** The screen's names for parts that hold lists, because two lists cannot be shown side by side. */
  lists?: { readonly [Name in keyof Values]?: string }
  /** How rows with an identity are merged. */
  rows?: Rows
}

/** Forms with lists must name them. */
type CalledLists<Values> = [NamesOf<Values, readonly unknown[]>] extends [never]
  ? unknown
  : { lists: { readonly [Name in NamesOf<Values, readonly unknown[]>]: string } }

type Read<Values, Version> = { initial: Values; version: Version }

/**
 * A conflict: what was typed, the saved values, the refusal, and the fields that both sides have changed, each with whether
 * saving would leave nothing of the colleague's change.
 */
type Met<Values> = {
  mine: Values
  theirs: Values
  both: ReadonlyMap<keyof Values, boolean>
  failure: unknown
}

/**
 * A form for data that others may change at the same time. A colleague's change is not overwritten: the server refuses with 409.
 * Then typed values stay, all other fields show the saved state, and the next save is compared with that. Both can be viewed in
 * the fields before saving again (decision 0230). A change after that is refused again, so that no one overwrites what they have
 * not been shown.
 */
export function useVersionedForm<Values extends object, Shape extends GenericSchema, Made, Version>(
  said: VersionedParts<Values, Shape, Made, Version> & CalledLists<Values>,
) {
  // Nothing expensive is redrawn on each key: memoising would cost more than it saves.
  'use no memo'
  const {
    initial,
    version,
    shape,
    body,
    send,
    isOfOtherThings,
    versionAfter,
    lists,
    rows,
    done,
    ...parts
  }: VersionedParts<Values, Shape, Made, Version> = said
  const t = sentences[useLanguage()]
  const [read, setRead] = useState<Read<Values, Version>>({ initial, version })
  const [met, setMet] = useState<Met<Values>>()
  const [areTheirsShown, showTheirs] = useState(false)
  const form = useForm<Values, Shape, Made>({
    ...parts,
    shape,
    initial: read.initial,
    body: values => body?.(values, read.version) ?? values,
    send: (sent, key) => send(sent, key, read.version),
    // The own values are hidden, but not discarded.
    unsent: areTheirsShown,
    done: made => {
      setMet(undefined)
      showTheirs(false)
      if (versionAfter) setRead({ ...read, version: versionAfter(made) })
      done?.(made)
    },
  })

  const { clean } = form
  const isOther = !isSame(version, read.version)
  const isNews = isOther || !isSame(initial, read.initial)
  // Other forms may have the same version.
  const isAsBegun = isSame(initial, clean) || (isNews && isSentAlike())
  const mayFollow = (!areTheirsShown && isSame(form.values, clean)) || isAsBegun
  const isRefused = form.failure instanceof Problem && form.failure.status === 409
  if (isNews && mayFollow && !form.isPending) {
    setRead({ initial, version })
    if (met && !isAsBegun) setMet(undefined)
  } else if (isNews && isOther && isRefused && met?.failure !== form.failure) meet()

  /** Differences by the server's trimming or sorting of one's own values do not count as changes. */
  function isSentAlike(): boolean {
    const [there, begun] = [initial, clean].map(values => safeParse(shape, body?.(values, version) ?? values))
    return there?.success === true && isSame(there, begun)
  }

  /** Edits made while viewing the saved state count as one's own; a list that was only viewed does not replace one's own. */
  function own(): Values {
    if (!met || !areTheirsShown) return form.values
    return mergedOf(met.theirs, met.mine, form.values, rows, true).value
  }

  function meet() {
    const { value: mine, both } = mergedOf(clean, initial, own(), rows)
    // Conflicts from before that still differ.
    const still = [...(met?.both ?? [])].filter(([name]) => !isSame(initial[name], mine[name]))
    show(mine)
    form.reset({ clean: initial, followed: initial })
    setRead({ initial, version })
    setMet({ mine, theirs: initial, both: new Map([...both, ...still]), failure: form.failure })
    showTheirs(false)
  }

  /** Fields that no longer exist become undefined, and are not sent. */
  function show(values: Values) {
    form.set({ ...Object.fromEntries(Object.keys(form.values).map(name => [name, undefined])), ...values })
  }

  function turn(met: Met<Values>) {
    if (form.isPending) return
    const mine = own()
    setMet({ ...met, mine })
    show(areTheirsShown ? mine : met.theirs)
    showTheirs(!areTheirsShown)
  }

  /** While the saved state is shown, submitting returns to the own values instead: they would be lost. */
  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (met && areTheirsShown) turn(met)
    else await form.submit()
  }

  /** The saved value, at a text field in which something else was typed. */
  function standing(name: keyof Values): string | undefined {
    if (!met?.both.has(name) || areTheirsShown || isOfOtherThings) return undefined
    const there: unknown = met.theirs[name]
    if (typeof there !== 'string' || there === form.values[name]) return undefined
    return there.trim() ? t.stands(there) : t.emptied
  }

  /** For replaced lists the sentence does not say that everything else shows the saved state, which is untrue within them. */
  function ofMine({ both }: Met<Values>): string {
    const replaced = [...both].flatMap(([name, isReplaced]) => (isReplaced ? t.list(lists?.[name] ?? '') : []))
    if (replaced.length > 0) return [t.kept, ...replaced].join(' ')
    return both.size > 0 ? `${t.mine} ${t.changed}` : t.mine
  }
  const help: ReactNode =
    met &&
    (isOfOtherThings ? (
      <p>{t.kept}</p>
    ) : (
      <>
        <p>{areTheirsShown ? t.theirs : ofMine(met)}</p>
        <div className="row">
          <Button size="sm" pending={form.isPending} onClick={() => turn(met)}>
            {areTheirsShown ? t.showMine : t.showTheirs}
          </Button>
        </div>
      </>
    ))
  return {
    ...form,
    submit,
    props: { ...form.props, onSubmit: (event: SubmitEvent<HTMLFormElement>) => void submit(event) },
    /** Whether the field's typed value differs from what was saved meanwhile. */
    isOfBoth: (name: keyof Values) => met?.both.has(name),
    /** The version that the next save is compared with. */
    version: read.version,
    text: <Name extends NamesOf<Values, string> & string>(name: Name) => {
      const field = form.text(name)
      const there = field.error ? undefined : standing(name)
      return there ? { ...field, error: there, 'aria-invalid': false } : field
    },
    /** Shown below the failure. */
    help,
  }
}
