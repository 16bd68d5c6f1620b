import { type SubmitEvent, useId, useState } from 'react'
import type { PhotoFieldProps } from '#features/attachments/web/hand-over-photo.tsx'
import type { Day } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import { useUnsavedChanges } from '#kit/web/dirty-forms.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { Stop } from '../contract.ts'
import { longestName } from '../input.ts'
import { errandOf, hasBegun, isToBring, isToFetch } from '../rules.ts'
import { pickupWords } from './pickup-words.ts'
import { SignaturePad } from './signature-pad.tsx'
import { deliveriesText } from './text.ts'
import { useNote } from './use-note.ts'

/** If the network is lost before this has loaded, the hand-over works without a photo. */
export const PhotoField = later<PhotoFieldProps>(() =>
  import('#features/attachments/web/hand-over-photo.tsx').then(({ load }) => load()),
)

/** Records what stays with the practice, what is taken along, and who was there. Nothing here waits for the network. */
export function HandOverDialog({ stop, day, onClose }: { stop: Stop; day: Day; onClose: () => void }) {
  const words = useText(deliveriesText)
  const { form: t, notShipped, notSigned } = words
  const errand = t[errandOf(stop)]
  const id = useId()
  const note = useNote()
  const cases = stop.cases.filter(isToBring)
  const { zone } = useFormat()
  const pickups = stop.pickups.filter(ride => isToFetch(ride, stop.pickups))
  // A case not marked as shipped may still be at the bench, and the afternoon's pickup is made in the afternoon.
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    [
      ...cases.filter(({ status }) => status === 'shipped'),
      ...pickups.filter(one => hasBegun(one, day, { now: new Date(serverNow()), zone })),
    ].map(({ id }) => id),
  )
  const { lastReceivedBy } = stop
  const [receivedBy, setReceivedBy] = useState('')
  const [signature, setSignature] = useState('')
  const [photo, setPhoto] = useState<Blob>()
  const [isTried, setTried] = useState(false)
  const isTooLong = receivedBy.trim().length > longestName
  const isDirty = (signature || receivedBy) !== '' || photo !== undefined
  const { settled, mayDiscard } = useUnsavedChanges(isDirty)

  const among = (all: readonly { id: string }[]) => all.map(({ id }) => id).filter(id => ticked.includes(id))
  const tick = (id: string, isTicked: boolean) =>
    setTicked(before => (isTicked ? [...before, id] : before.filter(one => one !== id)))

  const isPhotoOfNothing = photo !== undefined && among(cases).length === 0

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    setTried(true)
    if (ticked.length === 0 || isTooLong || isPhotoOfNothing) {
      const wrong = ticked.length === 0 ? '[type=checkbox]' : isTooLong ? '[name=receivedBy]' : '[type=file]'
      event.currentTarget.querySelector<HTMLElement>(wrong)?.focus()
      return
    }
    settled()
    const orderIds = among(cases)
    void note(
      {
        handOver: {
          id: crypto.randomUUID(),
          practiceId: stop.practice.id,
          day,
          outcome: 'handed_over',
          orderIds,
          rideIds: among(pickups),
          ...(receivedBy.trim() ? { receivedBy: receivedBy.trim() } : {}),
          ...(signature ? { signature } : {}),
          at: new Date(serverNow()).toISOString(),
        },
        practice: stop.practice.name,
      },
      photo,
    )
    onClose()
  }

  async function leave() {
    if (await mayDiscard()) onClose()
  }

  return (
    <Dialog
      open
      onClose={onClose}
      onBeforeClose={mayDiscard}
      title={errand.title(stop.practice.name)}
      closeLabel={t.close}
      isReadFirst
      footer={
        <>
          <Button onClick={() => void leave()}>{t.cancel}</Button>
          <Button type="submit" form={id} variant="primary">
            {errand.submit}
          </Button>
        </>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={submit}>
        <Fieldset legend={t.what}>
          {cases.map(one => (
            <Checkbox
              key={one.id}
              label={`${one.code} · ${one.summary}`}
              hint={[one.status !== 'shipped' && notShipped, one.isUnsigned && notSigned].filter(Boolean).join(' · ')}
              checked={ticked.includes(one.id)}
              onChange={event => tick(one.id, event.currentTarget.checked)}
            />
          ))}
          {pickups.map(one => (
            <Checkbox
              key={one.id}
              label={pickupWords(one, words).filter(Boolean).join(' · ')}
              checked={ticked.includes(one.id)}
              onChange={event => tick(one.id, event.currentTarget.checked)}
            />
          ))}
        </Fieldset>
        {isTried && ticked.length === 0 && (
          <Notice tone="late" live>
            {t.nothing}
          </Notice>
        )}
        <TextInput
          label={errand.who}
          mark={t.optional}
          name="receivedBy"
          autoComplete="off"
          value={receivedBy}
          error={isTooLong && t.tooLong(longestName)}
          onChange={event => setReceivedBy(event.currentTarget.value)}
        />
        {/* It is evidence, so no name is filled in that the driver has not entered. */}
        {lastReceivedBy && (
          <div className="row">
            <Button size="sm" onClick={() => setReceivedBy(lastReceivedBy)}>
              {t.lastTime(lastReceivedBy)}
            </Button>
          </div>
        )}
        <SignaturePad value={signature} onChange={setSignature} />
        {/* First in the form: the parcel is at the door now. */}
        {cases.length > 0 && <PhotoField photo={photo} onChange={setPhoto} isOfNothing={isTried && isPhotoOfNothing} />}
      </form>
    </Dialog>
  )
}
