import type { ReactNode } from 'react'
import { staffCatalogueText } from '#features/catalogue/web/staff-text.ts'
import { useAskedWords } from '#features/catalogue/web/use-asked-words.ts'
import type { ColleagueRole } from '#features/colleagues/rules.ts'
import type { Day } from '#kit/day.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import type { PreviewRow } from '../contract.ts'
import type { ImportKind } from '../fields.ts'
import type { ImportedStatus } from '../rules.ts'
import { importText } from './staff-text.ts'
import './imports.css'

/** The first lines as they would be, with assumed and previous values. */
export function PreviewRows({ kind, rows }: { kind: ImportKind; rows: readonly PreviewRow[] }) {
  const t = useText(importText).preview
  const people = usePeopleColumns()
  const columnsOf = { products: useProductColumns(), practices: people, people, cases: useCaseColumns() }
  return (
    <div className="import-rows">
      <Table
        caption={t.rowsTitle}
        rows={rows}
        rowKey={({ line }) => String(line)}
        columns={[
          { key: 'line', label: t.heads.line, size: 'sm', cell: ({ line }) => line },
          ...columnsOf[kind],
          {
            key: 'outcome',
            label: t.heads.outcome,
            size: 'md',
            phone: 'aside',
            cell: ({ outcome }) => (
              <Pill tone={outcome === 'added' ? 'ok' : 'info'} icon={outcome === 'added' ? 'plus' : 'check'}>
                {t.outcomes[outcome]}
              </Pill>
            ),
          },
        ]}
      />
    </div>
  )
}

function useProductColumns(): Column<PreviewRow>[] {
  const t = useText(importText).preview
  const catalogue = useText(staffCatalogueText)
  const asked = useAskedWords()
  const format = useFormat()
  const askedOf = (values: Record<string, string>) =>
    asked({ ...values, minimumTeeth: Number(values.minimumTeeth) } as unknown as Parameters<typeof asked>[0])
  const priceOf = (cents = '') => (cents === '' ? catalogue.noPrice : format.money(Number(cents)))
  const vatOf = (vat = '') => catalogue.vat[vat === 'standard' ? 'standard' : 'exempt']
  /** With the previous value beneath it, if it changes. */
  const changed = (now: ReactNode, before: string | undefined) =>
    before === undefined ? now : <TwoLines sub={t.was(before)}>{now}</TwoLines>
  const isAsked = (field: string) => ['teeth', 'minimumTeeth', 'sector', 'shade', 'implant'].includes(field)
  return [
    {
      key: 'product',
      label: t.heads.product,
      phone: 'title',
      cell: ({ values, before }) => (
        <TwoLines
          sub={[values.reference, values.from && t.takenFrom(values.from), before.labelFr && t.was(before.labelFr)]
            .filter(Boolean)
            .join(' · ')}
        >
          {values.labelFr}
        </TwoLines>
      ),
    },
    {
      key: 'family',
      label: t.heads.family,
      cell: ({ values, before }) => (
        <TwoLines
          sub={[values.familyFrom && t.takenFrom(values.familyFrom), before.family && t.was(before.family)]
            .filter(Boolean)
            .join(' · ')}
        >
          {values.family}
        </TwoLines>
      ),
    },
    {
      key: 'leadDays',
      label: catalogue.columns.leadDays,
      cell: ({ values, before, assumed }) =>
        assumed.includes('leadDays') ? (
          <TwoLines sub={t.assumed}>{values.leadDays ? catalogue.days(Number(values.leadDays)) : '—'}</TwoLines>
        ) : (
          changed(catalogue.days(Number(values.leadDays)), before.leadDays && catalogue.days(Number(before.leadDays)))
        ),
    },
    {
      key: 'asked',
      label: catalogue.columns.asked,
      cell: ({ values, before, assumed }) => (
        <TwoLines
          sub={
            Object.keys(before).some(isAsked)
              ? t.was(askedOf({ ...values, ...before }))
              : assumed.some(isAsked)
                ? t.assumed
                : undefined
          }
        >
          {askedOf(values)}
        </TwoLines>
      ),
    },
    {
      key: 'price',
      label: catalogue.columns.price,
      align: 'end',
      cell: ({ values, before }) =>
        changed(priceOf(values.priceCents), before.priceCents === undefined ? undefined : priceOf(before.priceCents)),
    },
    {
      key: 'vat',
      label: t.heads.vat,
      cell: ({ values, before, assumed }) =>
        assumed.includes('vat') ? (
          <TwoLines sub={t.assumed}>{values.vat ? vatOf(values.vat) : '—'}</TwoLines>
        ) : (
          changed(vatOf(values.vat), before.vat && vatOf(before.vat))
        ),
    },
  ]
}

function useCaseColumns(): Column<PreviewRow>[] {
  const t = useText(importText).preview
  const format = useFormat()
  return [
    {
      key: 'case',
      label: t.heads.case,
      phone: 'title',
      cell: ({ values, assumed }) => (
        <TwoLines sub={[assumed.includes('code') ? t.nextNumber : values.code, values.patientCode].join(' · ')}>
          {values.summary}
        </TwoLines>
      ),
    },
    { key: 'practice', label: t.heads.practice, cell: ({ values }) => values.name },
    {
      key: 'delivery',
      label: t.heads.delivery,
      cell: ({ values }) => (
        <TwoLines sub={values.isLate ? t.isLate : undefined}>{format.day(values.deliveryOn as Day)}</TwoLines>
      ),
    },
    {
      key: 'status',
      label: t.heads.status,
      cell: ({ values, assumed }) => (
        <TwoLines sub={assumed.includes('status') ? t.assumed : undefined}>
          {values.status ? t.statuses[values.status as ImportedStatus] : '—'}
        </TwoLines>
      ),
    },
    {
      key: 'print',
      label: t.heads.printType,
      cell: ({ values, assumed }) => (
        <TwoLines sub={assumed.includes('printType') ? t.assumed : undefined}>
          {t.printTypes[values.printType === 'optical' ? 'optical' : 'physical']}
        </TwoLines>
      ),
    },
  ]
}

function usePeopleColumns(): Column<PreviewRow>[] {
  const { preview: t, roles } = useText(importText)
  return [
    {
      key: 'person',
      label: t.heads.person,
      phone: 'title',
      cell: ({ values }) =>
        values.email ? (
          <TwoLines sub={values.email}>{values.person}</TwoLines>
        ) : (
          <TwoLines sub={values.unnamed ? t.unnamedDetail(values.unnamed) : t.unaddressedDetail}>
            {t.unaddressedOne}
          </TwoLines>
        ),
    },
    {
      key: 'practice',
      label: t.heads.practice,
      cell: ({ values }) => (
        <TwoLines sub={values.practice === 'new' ? t.newPractice : t.knownPractice}>{values.name}</TwoLines>
      ),
    },
    {
      key: 'role',
      label: t.heads.role,
      cell: ({ values, assumed }) => (
        <TwoLines
          sub={values.roleSaid ? t.firstOfPractice(values.roleSaid) : assumed.includes('role') ? t.assumed : undefined}
        >
          {values.role ? roles[values.role as ColleagueRole] : '—'}
        </TwoLines>
      ),
    },
  ]
}
