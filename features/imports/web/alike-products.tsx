import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { Names, Unsaid } from '../contract.ts'
import { nameChoices } from '../rules.ts'
import { importText } from './staff-text.ts'

type Props = {
  alike: Unsaid['alike']
  names: Names
  onNames: (names: Names) => void
  /** The import was requested: unanswered questions are marked. */
  isAsked: boolean
}

/** Asks about products that would stand in the catalogue twice: once for all exact namesakes, and for each. */
export function AlikeProducts({ alike: { same, open, pairs }, names, onNames, isAsked }: Props) {
  const t = useText(importText).preview.alike
  const answerOf = ({ reference, isSame }: Unsaid['alike']['pairs'][number]) =>
    names.lines[reference] ?? (isSame ? names.same : 'add') ?? ''
  return (
    <div className="stack stack--sm">
      <Notice tone="warn" title={same > 0 ? t.title(same) : t.titleNear}>
        {t.description}
      </Notice>
      {same > 0 && (
        <Choices
          name="names"
          label={t.all}
          value={names.same}
          error={isAsked && open > 0 ? t.chooseError : undefined}
          options={nameChoices.map(value => ({ value, label: t.choices[value] }))}
          onChange={chosen => onNames({ ...names, same: chosen })}
        />
      )}
      {pairs.length < same && <p className="strong">{t.first(pairs.length)}</p>}
      <Table
        caption={t.caption}
        rows={pairs}
        rowKey={({ reference }) => reference}
        columns={[
          {
            key: 'file',
            label: t.heads.file,
            phone: 'title',
            cell: ({ label, reference }) => <TwoLines sub={reference}>{label}</TwoLines>,
          },
          {
            key: 'known',
            label: t.heads.known,
            cell: ({ known, isSame }) => (
              <TwoLines sub={[known.reference, ...(isSame ? [] : [t.near])].join(' · ')}>{known.label}</TwoLines>
            ),
          },
          {
            key: 'becomes',
            label: t.heads.becomes,
            cell: pair => (
              <Select
                label={t.becomesOf(pair.label)}
                labelHidden
                {...(answerOf(pair) === '' && { placeholder: t.choose })}
                options={nameChoices.map(value => ({ value, label: t.one[value] }))}
                value={answerOf(pair)}
                onChange={({ currentTarget: { value } }) => {
                  const chosen = nameChoices.find(known => known === value)
                  if (chosen) onNames({ ...names, lines: { ...names.lines, [pair.reference]: chosen } })
                }}
              />
            ),
          },
        ]}
      />
    </div>
  )
}
