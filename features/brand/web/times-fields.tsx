import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Times } from '../times-input.ts'
import { staffBrandText } from './staff-text.ts'

type Section = Times['sections'][number]

const without = <T,>(list: readonly T[], place: number) => list.filter((_, index) => index !== place)
const replaced = <T,>(list: readonly T[], place: number, one: T) =>
  list.map((before, index) => (index === place ? one : before))

/** All fields are controlled, so an item's index is sufficient as its key. */
const placed = <T,>(list: readonly T[]) => list.map((one, place) => ({ one, place }))

type TimesFieldsProps = { times: Times; onChange: (times: Times) => void }

/** In one language: a title, and sections with a table each. */
export function TimesFields({ times, onChange }: TimesFieldsProps) {
  const { times: t } = useText(staffBrandText)
  const { sections } = times
  const setSections = (next: Section[]) => onChange({ ...times, sections: next })
  return (
    <div className="staff-brand__grid">
      <TextInput
        label={t.heading}
        value={times.title}
        onChange={({ currentTarget }) => onChange({ ...times, title: currentTarget.value })}
        autoComplete="off"
        required
      />
      {placed(sections).map(({ one: section, place }) => (
        <SectionFields
          key={place}
          section={section}
          place={place + 1}
          onChange={one => setSections(replaced(sections, place, one))}
          onRemove={() => setSections(without(sections, place))}
        />
      ))}
      <div className="row">
        <Button
          size="sm"
          icon="plus"
          onClick={() => setSections([...sections, { name: '', description: '', headers: [], rows: [] }])}
        >
          {t.addSection}
        </Button>
      </div>
    </div>
  )
}

type SectionFieldsProps = {
  section: Section
  place: number
  onChange: (section: Section) => void
  onRemove: () => void
}

function SectionFields({ section, place, onChange, onRemove }: SectionFieldsProps) {
  const { times: t } = useText(staffBrandText)
  const { headers, rows } = section
  const set = (changes: Partial<Section>) => onChange({ ...section, ...changes })
  const columnName = (index: number) => headers[index] || t.column(index + 1)
  return (
    <div className="staff-brand__section">
      <div className="row">
        <h4>{t.section(place)}</h4>
        <IconButton icon="close" size="sm" label={t.removeSection(place)} onClick={onRemove} />
      </div>
      <TextInput
        label={t.name}
        value={section.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
        autoComplete="off"
      />
      <TextInput
        label={t.about}
        value={section.description}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
        autoComplete="off"
      />
      {headers.length > 0 && (
        <div className="staff-brand__line">
          {placed(headers).map(({ one: header, place: index }) => (
            <TextInput
              key={index}
              label={t.column(index + 1)}
              value={header}
              onChange={({ currentTarget }) => set({ headers: replaced(headers, index, currentTarget.value) })}
              autoComplete="off"
              required
            />
          ))}
        </div>
      )}
      {headers.length > 0 &&
        placed(rows).map(({ one: row, place: at }) => (
          <div key={at} className="staff-brand__line">
            {placed(row).map(({ one: cell, place: index }) => (
              <TextInput
                key={index}
                label={t.cell(at + 1, columnName(index))}
                labelHidden
                value={cell}
                onChange={({ currentTarget }) =>
                  set({ rows: replaced(rows, at, replaced(row, index, currentTarget.value)) })
                }
                autoComplete="off"
              />
            ))}
            <IconButton
              icon="close"
              size="sm"
              label={t.removeRow(at + 1)}
              onClick={() => set({ rows: without(rows, at) })}
            />
          </div>
        ))}
      <div className="row">
        {headers.length < 8 && (
          <Button
            size="sm"
            icon="plus"
            onClick={() => set({ headers: [...headers, ''], rows: rows.map(row => [...row, '']) })}
          >
            {t.addColumn}
          </Button>
        )}
        {headers.length > 0 && (
          <>
            <Button size="sm" icon="plus" onClick={() => set({ rows: [...rows, headers.map(() => '')] })}>
              {t.addRow}
            </Button>
            <Button
              size="sm"
              onClick={() =>
                set({
                  headers: headers.slice(0, -1),
                  // Without columns there are no rows either.
                  rows: headers.length === 1 ? [] : rows.map(row => row.slice(0, -1)),
                })
              }
            >
              {t.removeColumn(headers.length)}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
