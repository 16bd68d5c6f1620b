import { useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { maximumBytes, maximumFiles } from '../contract.ts'
import { formatSize } from '../rules.ts'
import { FileDrop } from './file-drop.tsx'
import './files.css'
import { attachmentsText } from './text.ts'

export type FilesToSendProps = { files: readonly File[]; onChange: (files: readonly File[]) => void }

const marksOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`
const among = (files: readonly File[]) => {
  const marks = new Set(files.map(marksOf))
  return (file: File) => marks.has(marksOf(file))
}

/** Files chosen before what they belong to exists: they are sent once it does. */
export function FilesToSend({ files, onChange }: FilesToSendProps) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  const [again, setAgain] = useState<readonly File[]>([])
  // A file chosen twice is added once, and reported.
  function add(more: readonly File[]) {
    const isThere = among(files)
    setAgain(files.filter(among(more)))
    onChange([...files, ...more.filter(file => !isThere(file))].slice(0, maximumFiles))
  }
  return (
    <div className="files">
      <FileDrop
        limits={{ bytes: maximumBytes, files: maximumFiles }}
        free={maximumFiles - files.length}
        onFiles={add}
      />
      {files.length > 0 && (
        <ul className="file-list">
          {files.map(file => (
            <li key={marksOf(file)} className="file-list__file">
              <Picture file={file} />
              <div className="file-list__words">
                <span className="file-list__name strong">{file.name}</span>
                <span className="muted small">{formatSize(file.size, language)}</span>
                <span className="small" aria-live="polite">
                  {again.includes(file) && t.sending.alreadyThere}
                </span>
              </div>
              <IconButton
                icon="close"
                label={t.sending.dismiss(file.name)}
                onClick={() => onChange(files.filter(one => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A thumbnail, so that several photos can be told apart. */
function Picture({ file }: { file: File }) {
  const picture = useRef<HTMLImageElement>(null)
  // Formats that this browser cannot draw, such as an iPhone's HEIC, are shown as plain files.
  const [isDrawn, setDrawn] = useState(file.type.startsWith('image/'))
  useEffect(() => {
    const shown = URL.createObjectURL(file)
    if (picture.current) picture.current.src = shown
    return () => URL.revokeObjectURL(shown)
  }, [file])
  return isDrawn ? (
    <img ref={picture} className="file-list__picture" alt="" onError={() => setDrawn(false)} />
  ) : (
    <Icon name="document" />
  )
}
