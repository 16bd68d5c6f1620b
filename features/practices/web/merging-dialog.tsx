import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Choices } from '#kit/web/ui/choices.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useForm } from '#kit/web/use-form.ts'
import { mergingCalls } from '../merging-contract.ts'
import { MergePractices } from '../merging-input.ts'
import { MergingObstacles } from './merging-obstacles.tsx'
import { MergingPreview } from './merging-preview.tsx'
import { mergingOf } from './merging-query.ts'
import { mergingText } from './merging-text.ts'
import { practiceList } from './queries.ts'

export type MergingDialogProps = { practice: { id: string; name: string } }

const mostOffered = 6

/**
 * Merges two practices: asks which, in which direction, shows what moves, and requires the name of the one that disappears. Known
 * obstacles are shown alone, with what to do.
 */
export function MergingDialog({ practice, onClose }: MergingDialogProps & { onClose: () => void }) {
  const t = useText(mergingText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
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
  /** Another selection clears the typed name and the refusal of the previous one. */
  function turn(to: { other?: typeof other; stays?: typeof stays }) {
    if ('other' in to) setOther(to.other)
    if (to.stays) setStays(to.stays)
    form.clear()
  }
  const found = useQuery(practiceList(search))
  const offered = found.data?.data.filter(({ id }) => id !== practice.id).slice(0, mostOffered) ?? []
  const shown = other && !offered.some(({ id }) => id === other.id) ? [other, ...offered] : offered
  const preview = useQuery(mergingOf(other ? (staying?.id ?? '') : '', going?.id ?? ''))
  const seen = preview.data?.data
  const isKept = seen !== undefined && seen.obstacles.length > 0
  async function leave() {
    if (await form.mayLeave()) onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={form.mayLeave}
      title={t.title}
      description={t.description}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={() => void leave()}>{common.cancel}</Button>
          {!isKept && (
            <Button type="submit" form={form.id} variant="danger" pending={form.isPending}>
              {t.submit}
            </Button>
          )}
        </>
      }
    >
      <form className="stack" {...form.props}>
        {/* With no practice listed, the error of `goingId` focuses the search field. */}
        <div className="stack" data-field={shown.length === 0 ? 'goingId' : undefined}>
          <TextInput
            type="search"
            label={t.search}
            placeholder={t.searchHint}
            autoComplete="off"
            maxLength={100}
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {found.error && !found.data && <QueryFailure title={t.notFound} query={found} />}
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
        </div>
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
          (isKept ? (
            <MergingObstacles merging={seen} onTurn={() => turn({ stays: stays === 'this' ? 'other' : 'this' })} />
          ) : seen ? (
            <MergingPreview merging={seen} />
          ) : preview.error ? (
            <QueryFailure title={t.failed} query={preview} />
          ) : (
            <p className="muted" role="status">
              {t.loading}
            </p>
          ))}
        {!isKept && (
          <TextInput
            {...form.text('name')}
            label={going ? t.name(going.name) : t.nameBefore}
            autoComplete="off"
            required
          />
        )}
        {form.failure !== undefined && (
          <Notice tone="late" live title={t.notDone}>
            {sentence(form.failure, t.obstacles)}
          </Notice>
        )}
      </form>
    </Dialog>
  )
}
