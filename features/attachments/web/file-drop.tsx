import { type DragEvent, useEffect, useId, useState } from 'react'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { buttonClass } from '#kit/web/ui/button.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { acceptedExtensions, formatSize } from '../rules.ts'
import { attachmentsText } from './text.ts'
import type { Limits } from './uploads.ts'

type Props = {
  limits: Limits
  /** How many more files may be added. */
  free: number
  /** Whether a file can be removed to make room. */
  canMakeRoom?: boolean
  onFiles: (files: File[]) => void
}

/** The place to drop or choose files or, on a phone, to take photos. */
export function FileDrop({ limits, free, canMakeRoom = true, onFiles }: Props) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  useEffect(keepPage, [])

  if (free <= 0) return <p className="file-drop__full muted">{t.drop.full(limits.files, canMakeRoom)}</p>

  const give = (files: FileList | null) => {
    if (files?.length) onFiles([...files])
  }
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setIsOver(true)
  }
  const chooser = (name: string, input: { accept: string; multiple?: boolean; capture?: 'environment' }) => (
    <input
      {...input}
      id={`${id}-${name}`}
      className="file-drop__input"
      type="file"
      aria-describedby={`${id}-limits`}
      onChange={event => {
        give(event.currentTarget.files)
        // Reset, so that the same file can be chosen again after its removal.
        event.currentTarget.value = ''
      }}
    />
  )
  return (
    // The buttons inside do the same by keyboard.
    <fieldset
      aria-label={t.title}
      className={isOver ? 'file-drop file-drop--over' : 'file-drop'}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={() => setIsOver(false)}
      onDrop={event => {
        event.preventDefault()
        setIsOver(false)
        give(event.dataTransfer.files)
      }}
    >
      <p className="file-drop__title strong">{t.drop.title}</p>
      <div className="row file-drop__buttons">
        {chooser('browse', { accept: `${acceptedExtensions.join(',')},.zip`, multiple: true })}
        <label htmlFor={`${id}-browse`} className={buttonClass({})}>
          <Icon name="paperclip" /> {t.drop.browse}
        </label>
        <span className="file-drop__camera">
          {chooser('photo', { accept: 'image/*', capture: 'environment' })}
          <label htmlFor={`${id}-photo`} className={buttonClass({})}>
            <Icon name="camera" /> {t.drop.photo}
          </label>
        </span>
      </div>
      <p id={`${id}-limits`} className="muted small">
        {t.drop.limits(formatSize(limits.bytes, language, 'whole'), limits.files)}
      </p>
    </fieldset>
  )
}

/** Prevents the browser from opening a file that is dropped beside the drop area, which would replace the page. */
export function keepPage() {
  const refuse = (event: globalThis.DragEvent) => {
    const { dataTransfer, defaultPrevented } = event
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    dataTransfer.dropEffect = 'none'
  }
  addEventListener('dragover', refuse)
  addEventListener('drop', refuse)
  return () => {
    removeEventListener('dragover', refuse)
    removeEventListener('drop', refuse)
  }
}
