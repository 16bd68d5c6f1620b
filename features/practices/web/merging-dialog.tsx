import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { FormDialog } from '#kit/web/form-dialog.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { mergingCalls } from '../merging-contract.ts'
import { MergePractices } from '../merging-input.ts'
import { MergingPreview } from './merging-preview.tsx'
import { mergingOf } from './merging-query.ts'
import { mergingText } from './merging-text.ts'
import { practiceList } from './queries.ts'

export type MergingDialogProps = { practice: { id: string; name: string } }

const mostOffered = 6

/** Two practices become one: which, in which direction, what that moves, and the name of the one that goes. */
export function MergingDialog({ practice, onClose }: MergingDialogProps & { onClose: () => void }) {
  const t = useText(mergingText)
  const changed = useChanged()
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [other, setOther] = useState<{ id: string; name: string }>()
  const [stays, setStays] = useState<'this' | 'other'>('this')
  const [going, staying] = stays === 'this' ? [other, practice] : [practice, other]
  const form = useForm({
    initial: { goingId: '', name: '' },
    shape: MergePractices,
    body: ({ name }) => ({ goingId: going?.id, name }),
    sentences: {
      name: { required: t.nameRequired, too_long: t.nameTooLong, name_differs: t.nameDiffers },
    },
    send: body =>
      call(mergingCalls.merge, { params: { id: staying?.id ?? '' }, body }).finally(
        () => void changed('signups', 'orders'),
      ),
    done: () => {
      toast({ tone: 'ok', title: t.done(going?.name ?? '', staying?.name ?? '') })
      onClose()
      if (staying && staying.id !== practice.id) {
        void navigate({ to: '/staff/practices/$id', params: { id: staying.id }, replace: true })
      }
    },
  })
  /** Another question: neither the name typed for the one before nor its refusal answer it. */
  function turn(to: { other?: typeof other; stays?: typeof stays }) {
    if ('other' in to) setOther(to.other)
    if (to.stays) setStays(to.stays)
    form.clear()
  }
  const found = useQuery(practiceList(search))
  const offered = found.data?.data.filter(({ id }) => id !== practice.id).slice(0, mostOffered) ?? []
  const shown = other && !offered.some(({ id }) => id === other.id) ? [other, ...offered] : offered
  const preview = useQuery(mergingOf(other ? (staying?.id ?? '') : '', going?.id ?? ''))
  return (
    <FormDialog
      {...{ form, onClose }}
      title={t.title}
      description={t.description}
      submitLabel={t.submit}
      failed={t.notDone}
      refusals={t.obstacles}
    >
      <TextInput
        type="search"
        label={t.search}
        placeholder={t.searchHint}
        autoComplete="off"
        maxLength={100}
        value={search}
        onChange={event => setSearch(event.currentTarget.value)}
      />
      <Choices
        label={t.other}
        name="goingId"
        value={other?.id}
        onChange={id => turn({ other: shown.find(one => one.id === id) })}
        options={shown.map(one => ({
          value: one.id,
          label: one.name,
          detail: 'place' in one && typeof one.place === 'string' ? one.place : undefined,
        }))}
        hint={found.data && shown.length === 0 ? t.none : undefined}
        error={!other && form.errorOf('goingId') ? t.choose : undefined}
      />
      {other && (
        <Choices
          label={t.stays}
          name="stays"
          value={stays}
          onChange={stays => turn({ stays })}
          options={[
            { value: 'this', label: t.staying(practice.name, other.name) },
            { value: 'other', label: t.staying(other.name, practice.name) },
          ]}
        />
      )}
      {other &&
        (preview.data ? (
          <MergingPreview merging={preview.data.data} />
        ) : preview.error ? (
          <QueryFailure title={t.failed} query={preview} />
        ) : (
          <p className="muted" role="status">
            {t.loading}
          </p>
        ))}
      <TextInput {...form.text('name')} label={going ? t.name(going.name) : t.nameBefore} autoComplete="off" required />
    </FormDialog>
  )
}
