import { useEffect, useId, useState } from 'react'
import { Problem } from '#kit/problem.ts'
import { forgetBlob, keptBlob } from '#kit/web/kept-blobs.ts'
import { defineText, loadText, useText } from '#kit/web/text.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { upload } from '#kit/web/upload.ts'
import { handOverPhotoCalls, largestHandOverPhoto } from '../hand-over-photo-contract.ts'
import './hand-over-photo.css'
import { shrinkPhoto } from './shrink-photo.ts'

export const handOverPhotoText = defineText({
  fr: () => import('../text/hand-over-photo-fr.ts'),
  en: () => import('../text/hand-over-photo-en.ts'),
})

/** Enough to recognise a parcel and a door; a phone may have to keep dozens of photos. */
const sides = [1600, 1200, 800]

export type PhotoFieldProps = {
  photo: Blob | undefined
  onChange: (photo: Blob | undefined) => void
  /** The stop has no cases, so a photo could not be attached to any. */
  isOfNothing?: boolean
}

/** Loads the texts as well. */
export const load = async () => {
  await loadText(handOverPhotoText)
  return PhotoField
}

/** The phone's camera, or a file input elsewhere. */
function PhotoField({ photo, onChange, isOfNothing = false }: PhotoFieldProps) {
  const t = useText(handOverPhotoText)
  const id = useId()
  const [isUnreadable, setUnreadable] = useState(false)
  const [address, setAddress] = useState<string>()

  useEffect(() => {
    if (!photo) return
    const made = URL.createObjectURL(photo)
    setAddress(made)
    return () => {
      URL.revokeObjectURL(made)
      setAddress(undefined)
    }
  }, [photo])

  async function take(taken: File) {
    const smaller = await shrinkPhoto(taken, largestHandOverPhoto, sides)
    setUnreadable(!smaller)
    if (smaller) onChange(smaller)
  }

  return (
    <div className="field door-photo">
      <p className="field__label">
        {t.label} <span className="field__mark">{t.optional}</span>
      </p>
      <p className="field__hint" id={`${id}-hint`}>
        {t.hint}
      </p>
      {photo && address && <img className="door-photo__picture" src={address} alt={t.label} />}
      <div className="row">
        <input
          id={id}
          className="door-photo__input"
          type="file"
          accept="image/*"
          capture="environment"
          aria-describedby={`${id}-hint${isUnreadable || isOfNothing ? ` ${id}-error` : ''}`}
          onChange={({ currentTarget }) => {
            const [taken] = currentTarget.files ?? []
            if (taken) void take(taken)
            // Reset, so that the same file can be chosen again after its removal.
            currentTarget.value = ''
          }}
        />
        <label htmlFor={id} className={buttonClass({})}>
          <Icon name="camera" /> {photo ? t.again : t.take}
        </label>
        {photo && (
          <Button variant="bare" onClick={() => onChange(undefined)}>
            {t.remove}
          </Button>
        )}
      </div>
      {(isUnreadable || isOfNothing) && (
        <p className="field__error" id={`${id}-error`} role="alert">
          {isUnreadable ? t.unreadable : t.ofNothing}
        </p>
      )}
    </div>
  )
}

/** Sends the photo stored on the phone under its hand-over's id, once the hand-over itself has been sent. */
export async function sendPhoto(handOverId: string): Promise<void> {
  const photo = await keptBlob(handOverId)
  if (!photo) throw new Problem('photo_lost', 410)
  const sending = { params: { id: handOverId }, file: photo, name: 'photo.jpg', key: handOverId }
  await upload(handOverPhotoCalls.add, sending).catch(error => {
    // It was sent before, and the answer lost, longer ago than idempotency keys are kept.
    if (!(error instanceof Problem && error.code === 'photo_there')) throw error
  })
  await forgetBlob(handOverId)
}
