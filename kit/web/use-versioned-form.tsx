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

/** In both languages: shorter than the question for a file of its own. */
const sentences = { fr, en }

type VersionedParts<Values extends object, Shape extends GenericSchema, Made, Version> = Omit<
  FormParts<Values, Shape, Made>,
  'body' | 'send' | 'unsent'
> & {
  /** Of `initial`, as the server compares it: a number of its own, or what stood there. */
  version: Version
  /** With the version that the form began from. */
  body?: (values: Values, version: Version) => { [Name in keyof InferInput<Shape>]: unknown }
  /** On a page, until what stands there has been read again: whoever types on changes their own. */
  send: (body: InferOutput<Shape>, key: string, version: Version) => Promise<Made>
  /** Its fields are not what is saved, or it says that itself: there is nothing to look at in them. */
  isOfOtherThings?: boolean
  /** What it has become by sending it, where that is known: who puts back what stood before is told of, too. */
  versionAfter?: (made: Made) => Version
  /** How the screen calls the parts in which there are lists: a colleague's cannot stand beside one's own. */
  lists?: { readonly [Name in keyof Values]?: string }
  /** How their rows come together, where something is known by which they are the same. */
  rows?: Rows
}

/** Whoever has lists says how they are called. */
type CalledLists<Values> = [NamesOf<Values, readonly unknown[]>] extends [never]
  ? unknown
  : { lists: { readonly [Name in NamesOf<Values, readonly unknown[]>]: string } }

type Read<Values, Version> = { initial: Values; version: Version }

/**
 * What was typed by whoever was refused, by which refusal, what stood there by then, the fields in which both are new, and of those
 * whether saving leaves nothing of what a colleague has put there.
 */
type Met<Values> = {
  mine: Values
  theirs: Values
  both: ReadonlyMap<keyof Values, boolean>
  failure: unknown
}

/**
 * A form of what others may change at the same time. What a colleague has saved meanwhile is not overwritten: the server
 * refuses, with 409. Then what was typed stays, all else shows what stands there now, and what is sent next is measured by
 * that. Both can be looked at, in the fields themselves, before it is sent again (decision 230). What is changed after that is
 * refused as well: nobody saves over what they have not been told of.
 */
export function useVersionedForm<Values extends object, Shape extends GenericSchema, Made, Version>(
  said: VersionedParts<Values, Shape, Made, Version> & CalledLists<Values>,
) {
  // Nothing of it is drawn anew at each key: to remember it would weigh more than it saves.
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
    // Out of sight, but not given up.
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

  /** One's own words that the server has trimmed, and sorted rows, are no news. */
  function isSentAlike(): boolean {
    const [there, begun] = [initial, clean].map(values => safeParse(shape, body?.(values, version) ?? values))
    return there?.success === true && isSame(there, begun)
  }

  /** What is typed beside what is saved is one's own, too; but a list that was only looked at does not take the place of one's own. */
  function own(): Values {
    if (!met || !areTheirsShown) return form.values
    return mergedOf(met.theirs, met.mine, form.values, rows, true).value
  }

  function meet() {
    const { value: mine, both } = mergedOf(clean, initial, own(), rows)
    // What was met before and stands otherwise still.
    const still = [...(met?.both ?? [])].filter(([name]) => !isSame(initial[name], mine[name]))
    show(mine)
    form.reset({ clean: initial, followed: initial })
    setRead({ initial, version })
    setMet({ mine, theirs: initial, both: new Map([...both, ...still]), failure: form.failure })
    showTheirs(false)
  }

  /** What is there no more holds nothing, and is not sent. */
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

  /** What is only looked at is not sent: the words out of sight would go. */
  async function submit(event?: SubmitEvent<HTMLFormElement>) {
    event?.preventDefault()
    if (met && areTheirsShown) turn(met)
    else await form.submit()
  }

  /** What stands there, at a field of words in which something else was typed. */
  function standing(name: keyof Values): string | undefined {
    if (!met?.both.has(name) || areTheirsShown || isOfOtherThings) return undefined
    const there: unknown = met.theirs[name]
    if (typeof there !== 'string' || there === form.values[name]) return undefined
    return there.trim() ? t.stands(there) : t.emptied
  }

  /** What is replaced is not told that all else shows what is saved: within it, that is not so. */
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
    /** In which something else was typed than what has been saved meanwhile. */
    isOfBoth: (name: keyof Values) => met?.both.has(name),
    /** By this one what is sent is measured. */
    version: read.version,
    text: <Name extends NamesOf<Values, string> & string>(name: Name) => {
      const field = form.text(name)
      const there = field.error ? undefined : standing(name)
      return there ? { ...field, error: there, 'aria-invalid': false } : field
    },
    /** Below why it was not sent. */
    help,
  }
}
