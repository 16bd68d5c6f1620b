import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { call } from '#kit/web/call.ts'
import { moved } from '#kit/web/moved.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { type StaffSupply, supplyListCalls } from '../staff-contract.ts'
import { staffSupplies } from './settings-queries.ts'
import { supplySettingsText } from './settings-text.ts'
import { SupplyDialog } from './supply-dialog.tsx'

/** The list of supplies that practices can request, for the laboratory's administrators. */
export function SupplySettingsScreen(): ReactNode {
  const t = useText(supplySettingsText)
  const language = useLanguage()
  const query = useQuery(staffSupplies)
  const [edited, setEdited] = useState<StaffSupply | 'new'>()
  const labelOf = ({ labelFr, labelEn }: StaffSupply, one: 'fr' | 'en' = language) => (one === 'fr' ? labelFr : labelEn)
  const supplies = query.data
  return (
    <div className="stack">
      <SettingsHead
        title={t.title}
        description={t.description}
        actions={
          <Button variant="primary" icon="plus" onClick={() => setEdited('new')}>
            {t.add}
          </Button>
        }
      />
      <Card flush>
        {query.error && !supplies ? (
          <QueryFailure title={t.failed} query={query} />
        ) : supplies?.length === 0 ? (
          <EmptyState icon="box" title={t.empty.title} description={t.empty.description} />
        ) : (
          <Table
            caption={t.title}
            rows={supplies}
            rowKey={({ name }) => name}
            skeletonRows={8}
            columns={[
              {
                key: 'label',
                label: t.columns.label,
                phone: 'title',
                cell: supply => (
                  <TwoLines sub={labelOf(supply, language === 'fr' ? 'en' : 'fr')}>{labelOf(supply)}</TwoLines>
                ),
              },
              {
                key: 'options',
                label: t.columns.options,
                cell: ({ options }) => (options.length > 0 ? options.join(', ') : t.one),
              },
              {
                key: 'state',
                label: t.columns.state,
                size: 'md',
                cell: ({ isRetired }) => (
                  <Pill {...(isRetired ? { icon: 'pause' } : { tone: 'ok', icon: 'check' })}>
                    {isRetired ? t.retired : t.offered}
                  </Pill>
                ),
              },
              {
                key: 'actions',
                label: t.columns.actions,
                labelHidden: true,
                phone: 'corner',
                cell: supply => (
                  <SupplyMenu
                    supply={supply}
                    label={labelOf(supply)}
                    names={(supplies ?? []).map(({ name }) => name)}
                    onEdit={() => setEdited(supply)}
                  />
                ),
              },
            ]}
          />
        )}
      </Card>
      {edited && (
        <SupplyDialog
          // The current row, not the one from when the dialog was opened.
          supply={edited === 'new' ? undefined : (supplies?.find(({ name }) => name === edited.name) ?? edited)}
          onClose={() => setEdited(undefined)}
        />
      )}
    </div>
  )
}

type SupplyMenuProps = { supply: StaffSupply; label: string; names: readonly string[]; onEdit: () => void }

function SupplyMenu({ supply, label, names, onEdit }: SupplyMenuProps) {
  const { menu: t } = useText(supplySettingsText)
  const sentence = useProblemText()
  const changed = useChanged()
  const { name, ...said } = supply
  const act = (work: () => Promise<unknown>) =>
    void work()
      .catch((error: unknown) => toast({ tone: 'late', title: t.failed, description: sentence(error) }))
      .finally(() => void changed('supplies'))
  const place = (by: -1 | 1) => act(() => call(supplyListCalls.place, { body: { names: moved(names, name, by) } }))
  const setRetired = () =>
    act(() => call(supplyListCalls.change, { params: { name }, body: { ...said, isRetired: !said.isRetired } }))
  return (
    <Menu label={t.label(label)} icon="dots" iconOnly variant="bare" align="end">
      <MenuButton onSelect={onEdit}>{t.change}</MenuButton>
      {name !== names[0] && <MenuButton onSelect={() => place(-1)}>{t.up}</MenuButton>}
      {name !== names.at(-1) && <MenuButton onSelect={() => place(1)}>{t.down}</MenuButton>}
      <MenuButton onSelect={setRetired}>{said.isRetired ? t.offerAgain : t.retire}</MenuButton>
    </Menu>
  )
}
