import type { Faults } from './form-faults.ts'

/** A group of radios counts as one field; its inputs' names differ from those of other groups. */
const nameOf = (field: Element) => field.getAttribute('data-field') ?? field.getAttribute('name') ?? ''

const fieldsIn = (id: string) => [...(document.getElementById(id)?.querySelectorAll('[name], [data-field]') ?? [])]

function enter(field: Element | undefined) {
  // Inputs before buttons, which may remove them; a button only where there is nothing to fill in.
  const [control = field] = ['input:checked', 'input, select, textarea', 'button'].flatMap(
    kind => field?.querySelector(kind) ?? [],
  )
  if (control instanceof HTMLElement) control.focus()
}

export const focusField = (id: string, name: PropertyKey) => enter(fieldsIn(id).find(field => nameOf(field) === name))

/** Focuses the first wrong field in the order of the screen. */
export function focusFirstWrong<Values>(id: string, faults: Faults<Values>) {
  const wrong = new Map(Object.entries(faults))
  enter(fieldsIn(id).find(field => wrong.get(nameOf(field))))
}

/** Adds values filled in by a password manager or typed before the application started: they fire no events. */
export function withWritten<Values extends object>(id: string, values: Values): Values {
  const known = new Map<string, unknown>(Object.entries(values))
  const written = fieldsIn(id).flatMap(field =>
    field.matches('input:not([type=radio], [type=checkbox]), textarea') &&
    'value' in field &&
    typeof known.get(nameOf(field)) === 'string'
      ? [[nameOf(field), field.value]]
      : [],
  )
  return { ...values, ...Object.fromEntries(written) }
}
