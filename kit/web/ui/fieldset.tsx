import type { ReactNode } from 'react'
import './field.css'

type FieldsetProps = { legend: ReactNode; legendHidden?: boolean | undefined; children: ReactNode }

/** A named group of checkboxes, or of the two ends of a period. */
export function Fieldset({ legend, legendHidden, children }: FieldsetProps) {
  return (
    <fieldset className="fieldset">
      <legend className={legendHidden ? 'visually-hidden' : 'field__label'}>{legend}</legend>
      {children}
    </fieldset>
  )
}
