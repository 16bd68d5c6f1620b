import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useForm } from '#kit/web/use-form.ts'
import { type Subcontractor, staffSubcontractorCalls } from '../contract.ts'
import { NewSubcontractor } from '../input.ts'
import { subcontractorList } from './queries.ts'
import { materialsText } from './text.ts'

export function Subcontractors() {
  const { subcontractors: t, retired, columns, edit } = useText(materialsText)
  const list = useQuery(subcontractorList)
  const [opened, setOpened] = useState<Subcontractor | 'new'>()
  return (
    <Card
      flush
      title={t.title}
      actions={
        <Button icon="plus" size="sm" onClick={() => setOpened('new')}>
          {t.add}
        </Button>
      }
    >
      {list.error && !list.data ? (
        <QueryFailure title={t.failed} query={list} />
      ) : list.data?.length === 0 ? (
        <EmptyState icon="users" title={t.empty} description={t.description} />
      ) : (
        <Table
          caption={t.title}
          rows={list.data}
          rowKey={({ id }) => id}
          skeletonRows={1}
          columns={[
            {
              key: 'name',
              label: t.fields.name,
              phone: 'title',
              cell: ({ name, address, postalCode, city }) => (
                <TwoLines sub={`${address}, ${postalCode} ${city}`}>{name}</TwoLines>
              ),
            },
            {
              key: 'work',
              label: t.fields.work,
              cell: ({ work, isRetired }) => <TwoLines sub={isRetired && retired}>{work}</TwoLines>,
            },
            {
              key: 'actions',
              label: columns.actions,
              labelHidden: true,
              size: 'sm',
              align: 'end',
              phone: 'corner',
              cell: subcontractor => (
                <Button
                  variant="bare"
                  size="sm"
                  aria-label={t.edit(subcontractor.name)}
                  onClick={() => setOpened(subcontractor)}
                >
                  {edit}
                </Button>
              ),
            },
          ]}
        />
      )}
      {opened && (
        <SubcontractorDialog
          {...(opened !== 'new' && { subcontractor: opened })}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}

const fields = ['name', 'address', 'postalCode', 'city', 'work'] as const

function SubcontractorDialog({ subcontractor, onClose }: { subcontractor?: Subcontractor; onClose: () => void }) {
  const { subcontractors: t, ...texts } = useText(materialsText)
  const changed = useChanged()
  const words = { required: texts.required, too_long: texts.tooLong }
  const form = useForm({
    initial: {
      name: subcontractor?.name ?? '',
      address: subcontractor?.address ?? '',
      postalCode: subcontractor?.postalCode ?? '',
      city: subcontractor?.city ?? '',
      work: subcontractor?.work ?? '',
      isRetired: subcontractor?.isRetired ?? false,
    },
    shape: NewSubcontractor,
    sentences: { name: words, address: words, postalCode: words, city: words, work: words },
    send: async (body, key) => {
      if (subcontractor) await call(staffSubcontractorCalls.change, { params: { id: subcontractor.id }, body })
      else await call(staffSubcontractorCalls.create, { body, key })
    },
    done: () => {
      void changed('sheets')
      toast({ title: texts.done.subcontractor(form.values.name.trim()) })
      onClose()
    },
  })
  return (
    <FormDialog
      {...{ form, onClose }}
      title={subcontractor ? t.change : t.add}
      submitLabel={texts.form.submit}
      failed={texts.form.failed}
      refusals={texts.refusals}
    >
      {fields.map(name => (
        <TextInput key={name} {...form.text(name)} label={t.fields[name]} required autoComplete="off" />
      ))}
      {subcontractor && (
        <Checkbox
          label={texts.retired}
          checked={form.values.isRetired}
          onChange={({ currentTarget }) => form.set({ isRetired: currentTarget.checked })}
        />
      )}
    </FormDialog>
  )
}
