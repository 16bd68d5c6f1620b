import { type ReactNode, useState } from 'react'
import type { GenericSchema, InferInput, InferOutput } from 'valibot'
import { Problem } from '#kit/problem.ts'
import { en } from './text/meanwhile-en.ts'
import { fr } from './text/meanwhile-fr.ts'
import { useLanguage } from './text.tsx'
import { Button } from './ui/button.tsx'
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
  send: (body: InferOutput<Shape>, key: string, version: Version) => Promise<Made>
  /** What it has become by sending it, where the answer says so: whoever types on at once changes their own. */
  versionAfter?: (made: Made) => Version
}

type Read<Values, Version> = {
  initial: Values
  version: Version
  /** Were there before what this form has saved, and may still be said to be there. */
  replaced?: readonly Version[]
}

/** What was typed by whoever was refused, what stood there by then, and the fields in which both are new. */
type Met<Values> = { mine: Values; theirs: Values; both: readonly (keyof Values)[] }

/**
 * A form of what others may change at the same time. What a colleague has saved meanwhile is not overwritten: the server
 * refuses, with 409. Then what was typed stays, all else shows what stands there now, and what is sent next is measured by
 * that. Both can be looked at, in the fields themselves, before it is sent again (decision 230).
 */
export function useVersionedForm<Values extends object, Shape extends GenericSchema, Made, Version>({
  initial,
  version,
  body,
  send,
  versionAfter,
  done,
  ...parts
}: VersionedParts<Values, Shape, Made, Version>) {
  // Nothing of it is drawn anew at each key: to remember it would weigh more than it saves.
  'use no memo'
  const t = sentences[useLanguage()]
  const [read, setRead] = useState<Read<Values, Version>>({ initial, version })
  const [met, setMet] = useState<Met<Values>>()
  const [areTheirsShown, showTheirs] = useState(false)
  const form = useForm<Values, Shape, Made>({
    ...parts,
    initial: read.initial,
    body: values => body?.(values, read.version) ?? values,
    send: (sent, key) => send(sent, key, read.version),
    // Out of sight, but not given up.
    unsent: areTheirsShown,
    done: made => {
      setMet(undefined)
      showTheirs(false)
      if (versionAfter)
        setRead({ ...read, version: versionAfter(made), replaced: [...(read.replaced ?? []), read.version] })
      done?.(made)
    },
  })

  const { clean } = form
  const isOther = !isSame(version, read.version)
  const isNews =
    (isOther || !isSame(initial, read.initial)) && !read.replaced?.some(replaced => isSame(replaced, version))
  // Nothing has been typed, or of this nothing has changed: other forms may have the same version.
  const mayFollow = (!areTheirsShown && isSame(form.values, clean)) || isSame(initial, clean)
  const isRefused = form.failure instanceof Problem && form.failure.status === 409
  if (isNews && mayFollow && !form.isPending) setRead({ initial, version })
  else if (isOther && isRefused) meet()

  function meet() {
    const typed = (areTheirsShown && met?.mine) || form.values
    const names = Object.keys(initial) as (keyof Values)[]
    const own = names.filter(name => !isSame(typed[name], clean[name]))
    const mine: Values = { ...initial, ...Object.fromEntries(own.map(name => [name, typed[name]])) }
    const both = own.filter(name => !isSame(initial[name], clean[name]) && !isSame(initial[name], mine[name]))
    form.set(mine)
    form.reset({ clean: initial, followed: initial })
    setRead({ initial, version })
    setMet({ mine, theirs: initial, both })
    showTheirs(false)
  }

  function turn({ both, ...met }: Met<Values>) {
    const [here, there] = areTheirsShown ? (['theirs', 'mine'] as const) : (['mine', 'theirs'] as const)
    setMet({ ...met, both, [here]: form.values })
    form.set(met[there])
    showTheirs(!areTheirsShown)
  }

  /** What stands there, at a field of words in which something else was typed. */
  function standing(name: keyof Values): string | undefined {
    if (!met?.both.includes(name) || areTheirsShown) return undefined
    const there: unknown = met.theirs[name]
    if (typeof there !== 'string' || there === form.values[name]) return undefined
    return there.trim() ? t.stands(there) : t.emptied
  }

  const help: ReactNode = met && (
    <>
      <p>{areTheirsShown ? t.theirs : t.mine}</p>
      <div className="row">
        <Button size="sm" onClick={() => turn(met)}>
          {areTheirsShown ? t.showMine : t.showTheirs}
        </Button>
      </div>
    </>
  )
  return {
    ...form,
    /** By this one what is sent is measured. */
    version: read.version,
    text: <Name extends NamesOf<Values, string> & string>(name: Name) => {
      const field = form.text(name)
      return { ...field, error: field.error ?? standing(name) }
    },
    /** Below why it was not sent. */
    help,
  }
}
