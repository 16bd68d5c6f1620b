import { useLanguage, useText } from '#kit/web/text.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import type { OpenedImport } from '../contract.ts'
import {
  type Columns,
  type FieldName,
  fieldsOf,
  type ImportKind,
  isNameOfPerson,
  isNameTwice,
  type NamedField,
  requiredOf,
} from '../fields.ts'
import { listedWords } from '../listed.ts'
import { importText } from './staff-text.ts'
import './imports.css'

type Props = { file: OpenedImport; columns: Columns; isAsked: boolean; onChange: (columns: Columns) => void }

/** Whether the file can be looked at by these columns. */
export const isComplete = (file: OpenedImport, columns: Columns) =>
  missingIn(file, columns).length === 0 && !isNameTwice(columns)

const missingIn = (file: OpenedImport, columns: Columns) =>
  requiredOf(file.kind, columns).filter(name => columns[name] === undefined)

/**
 * Of products the name: new ones need it, though prices alone may be changed, and most files have it under some heading. Of
 * practices the names of their people: folded away, nobody would see why everybody is missing. Of cases how far they are, which is asked
 * otherwise.
 */
const alwaysShown: Partial<Record<ImportKind, readonly FieldName[]>> = {
  products: ['labelFr'],
  practices: ['firstName', 'lastName'],
  cases: ['status'],
}

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
  // By the columns as first proposed, so that a choice made below stays in its place.
  const isShown = ({ name }: NamedField) =>
    required.includes(name) || file.columns[name] !== undefined || alwaysShown[file.kind]?.includes(name)
  const errorOf = (name: FieldName, isRequired: boolean) => {
    // Said at once: nothing else is missing that a press would bring to light.
    if (name === 'lastName' && isNameTwice(columns)) return t.nameTwice[file.kind === 'people' ? 'people' : 'practices']
    if (!isAsked || !isRequired || columns[name] !== undefined) return undefined
    return file.kind === 'practices' && isNameOfPerson(name) ? t.halfName : t.missing
  }
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
        error={errorOf(name, isRequired)}
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
