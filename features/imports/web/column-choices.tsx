import { useLanguage, useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { OpenedImport } from '../contract.ts'
import { type Columns, type FieldName, fieldsOf, type NamedField, requiredOf } from '../fields.ts'
import { listedWords } from '../listed.ts'
import { importText } from './staff-text.ts'
import './imports.css'

type Props = { file: OpenedImport; columns: Columns; isAsked: boolean; onChange: (columns: Columns) => void }

export const missingIn = (file: OpenedImport, columns: Columns) =>
  requiredOf(file.kind, columns).filter(name => columns[name] === undefined)

function chosenIn(columns: Columns, name: FieldName, place: string): Columns {
  const { [name]: _before, ...others } = columns
  return place === '' ? others : { ...others, [name]: Number(place) }
}

/**
 * For each field the column that fills it, with a sample. Optional fields without a proposed column are folded: five
 * columns should not raise fifteen questions.
 */
export function ColumnChoices({ file, columns, isAsked, onChange }: Props) {
  const t = useText(importText).columns
  const language = useLanguage()
  const options = file.headings.map((heading, place) => ({ value: String(place), label: heading || `${place + 1}` }))
  const required = requiredOf(file.kind, columns)
  // By the columns as first proposed, so that a choice made below stays in its place. The name is always shown for
  // products: new ones need it, though prices alone may be changed, and most files have it under some heading.
  const isShown = ({ name }: NamedField) =>
    required.includes(name) || file.columns[name] !== undefined || (file.kind === 'products' && name === 'labelFr')
  const choiceOf = ({ name, heads }: NamedField) => {
    const isRequired = required.includes(name)
    const place = columns[name]
    const sample = place === undefined ? undefined : file.samples.map(cells => cells[place]).find(Boolean)
    const words = listedWords(name, language)
    return (
      <Select
        key={name}
        label={heads[language][0]}
        mark={isRequired ? t.required : undefined}
        hint={[sample && t.sample(sample), words && t.words(words)].filter(Boolean).join(' · ')}
        error={isAsked && isRequired && place === undefined ? t.missing : undefined}
        placeholder={t.none}
        options={options}
        value={place === undefined ? '' : String(place)}
        onChange={({ currentTarget: { value } }) => onChange(chosenIn(columns, name, value))}
      />
    )
  }
  const fields = fieldsOf(file.kind)
  const others = fields.filter(field => !isShown(field))
  return (
    <>
      <div className="import-columns">{fields.filter(isShown).map(choiceOf)}</div>
      {others.length > 0 && (
        <details className="import-others">
          <summary className="link">{t.others(others.length)}</summary>
          <div className="import-columns">{others.map(choiceOf)}</div>
        </details>
      )}
    </>
  )
}
