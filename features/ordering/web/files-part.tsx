import { useState } from 'react'
import { DroppedNotice } from '#features/attachments/web/dropped-notice.tsx'
import { DraftFiles } from '#features/attachments/web/files.tsx'
import { ScansThere } from '#features/attachments/web/scans-there.tsx'
import { useText } from '#kit/web/text.tsx'
import { orderedJaws } from '../rules.ts'
import type { Entry } from './entry.ts'
import { spotId } from './faults.ts'
import { reviewText } from './review-text.ts'
import { ScanElsewhere } from './scan-elsewhere.tsx'
import type { SectionProps } from './sections.ts'

type FilesProps = SectionProps<Entry> & {
  draftId: string
  prepare: () => Promise<void>
  onSending: (count: number) => void
  /** The draft was begun earlier, perhaps for another patient than the files dropped just now. */
  isResumed: boolean
}

/** The files of the order, the scans among them, and scans that are elsewhere. */
export function FilesPart({ draftId, entry, change, faultAt, prepare, onSending, isResumed }: FilesProps) {
  const t = useText(reviewText).dropped
  const [isAgreed, setAgreed] = useState(false)
  const isOptical = entry.printType === 'optical'
  const takesDropped = isAgreed || !isResumed
  return (
    <div className="stack" id={spotId('files')}>
      {!takesDropped && <DroppedNotice {...t} onAttach={() => setAgreed(true)} />}
      <DraftFiles
        {...{ draftId, prepare, onSending, takesDropped }}
        patient={{ name: entry.patient, code: entry.patientCode.trim() }}
      />
      {isOptical && <ScansThere target={{ draftId }} jaws={orderedJaws(entry)} />}
      {isOptical && <ScanElsewhere {...{ entry, change, faultAt }} />}
    </div>
  )
}
