import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useMay } from '#features/auth/web/use-user.ts'
import { useChanged } from '#features/live/web/use-changed.ts'
import { ActDialog } from '#kit/web/act-dialog.tsx'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { useFormat } from '#kit/web/format.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Menu, MenuButton } from '#kit/web/ui/menu.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { type ListedStation, type Station, stationCalls } from '../contract.ts'
import { StationChange } from '../input.ts'
import { takenBackMs } from '../rules.ts'
import { stationList } from './queries.ts'
import { stationsText } from './text.ts'
import { useTakeBack } from './use-take-back.ts'

type Opened = { act: 'rename' | 'remove'; station: Station }

/** The cases at each station; for users who may change settings, also the stations' names. */
export function StationList() {
  const { places: t, takeBack } = useText(stationsText)
  const mayRename = useMay('settings')
  const take = useTakeBack()
  const list = useQuery(stationList)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const readAt = list.dataUpdatedAt
  // A station exists from its first scan on.
  if (list.data?.length === 0) return null
  return (
    <Card title={t.title}>
      <div className="stack stack--sm">
        <p className="muted">{t.hint}</p>
        {list.error && !list.data ? (
          <QueryFailure title={t.failed} query={list} />
        ) : (
          <Table
            caption={t.title}
            rows={list.data}
            rowKey={({ id }) => id}
            skeletonRows={2}
            columns={[
              { key: 'name', label: t.name, phone: 'title', cell: ({ name }) => <bdi>{name}</bdi> },
              { key: 'here', label: t.here, cell: ({ here }) => here && <Here {...here} /> },
              {
                key: 'actions',
                label: t.actions,
                labelHidden: true,
                size: 'sm',
                align: 'end',
                phone: 'corner',
                cell: station => {
                  const { here } = station
                  const isFresh = here && readAt - Date.parse(here.since) < takenBackMs
                  if (!isFresh && !mayRename) return null
                  return (
                    <Menu label={t.actionsFor(station.name)} icon="dots" iconOnly variant="bare" size="sm" align="end">
                      {isFresh && <MenuButton onSelect={() => void take(here)}>{takeBack.act}</MenuButton>}
                      {mayRename && (
                        <MenuButton onSelect={() => setOpened({ act: 'rename', station })}>{t.rename}</MenuButton>
                      )}
                      {mayRename && (
                        <MenuButton tone="late" onSelect={() => setOpened({ act: 'remove', station })}>
                          {t.remove}
                        </MenuButton>
                      )}
                    </Menu>
                  )
                },
              },
            ]}
          />
        )}
      </div>
      {opened?.act === 'rename' && <Rename {...opened} others={list.data ?? []} onClose={close} />}
      {opened?.act === 'remove' && <Remove {...opened} onClose={close} />}
    </Card>
  )
}

function Here({ orderId, code, since }: NonNullable<ListedStation['here']>) {
  const { places: t } = useText(stationsText)
  const format = useFormat()
  const at = format.dayOf(since) === format.today() ? format.time(since) : format.dayTime(since)
  return (
    <>
      <Link to="/staff/cases/$id" params={{ id: orderId }} className="link num">
        {code}
      </Link>{' '}
      <span className="muted">{t.since(at)}</span>
    </>
  )
}

type RenameProps = { station: Station; others: readonly Station[]; onClose: () => void }

function Rename({ station: { id, name }, others, onClose }: RenameProps) {
  const { places: t } = useText(stationsText)
  const changed = useChanged()
  const form = useForm({
    initial: { name },
    shape: StationChange,
    sentences: { name: { required: t.required, too_long: t.tooLong } },
    asksBeforeLeaving: false,
    send: body => call(stationCalls.rename, { params: { id }, body }),
    done: ({ data }) => {
      void changed('stations')
      toast({ title: t.renamed(data.name) })
      onClose()
    },
  })
  const typed = form.values.name.trim().toLocaleLowerCase()
  const namesake = others.find(other => other.id !== id && other.name.toLocaleLowerCase() === typed)
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.renameTitle(name)}
      description={t.renameHint}
      submitLabel={t.save}
      failed={t.notRenamed}
    >
      <TextInput {...form.text('name')} label={t.name} required autoComplete="off" />
      <p role="status">{namesake && t.joins(namesake.name)}</p>
    </FormDialog>
  )
}

function Remove({ station: { id, name }, onClose }: { station: Station; onClose: () => void }) {
  const { places: t } = useText(stationsText)
  const changed = useChanged()
  return (
    <ActDialog
      title={t.removeTitle(name)}
      description={t.removeHint}
      confirmLabel={t.removeDo(name)}
      cancelLabel={t.keep}
      tone="danger"
      act={() => call(stationCalls.remove, { params: { id } }).finally(() => void changed('stations'))}
      done={t.removed}
      failed={t.notRemoved}
      onClose={onClose}
    />
  )
}
