import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useUser } from '#features/auth/web/use-user.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { type Attachment, maximumBytes, maximumFiles } from '../contract.ts'
import { withoutPatient } from '../scan-rules.ts'
import { takeDropped } from './dropped-files.ts'
import { FileDrop } from './file-drop.tsx'
import { FileList } from './file-list.tsx'
import './files.css'
import { type FileTarget, filesOf } from './queries.ts'
import { SendingList } from './sending-list.tsx'
import { attachmentsText } from './text.ts'
import { useUploads } from './use-uploads.ts'

type Props = {
  target: FileTarget
  /** Creates what the first file needs: the draft. */
  prepare?: () => Promise<void>
  /** Receives the number of files that have not arrived yet. */
  onSending?: ((count: number) => void) | undefined
  /** The patient, whose code replaces the name in file names. */
  patient?: { name: string; code: string } | undefined
  /** Whether files dropped on another screen are for this list. */
  takesDropped?: boolean | undefined
  /** False where the surrounding form asks for files already. */
  saysEmpty?: boolean
  /** Files chosen before there was a target: they are sent at once. */
  chosen?: readonly File[] | undefined
}

/** Files of a case or a draft: stored ones, uploads in progress, and where to add more. */
export function Files({ target, prepare, onSending, patient, takesDropped = false, saysEmpty = true, chosen }: Props) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const { data: found, error, isFetching, refetch } = useQuery(filesOf(target))
  const isOfStaff = useUser()?.kind === 'staff'
  const [said, say] = useState('')
  const limits = found?.limits ?? { bytes: maximumBytes, files: maximumFiles }
  const present = found?.data.map(({ id }) => id) ?? []
  const { uploads, sending } = useUploads(
    target,
    { present, limits },
    (name, isNew) => say(isNew ? t.sending.sent(name) : `${name} · ${t.sending.alreadyThere}`),
    prepare,
  )

  // Takes files that were dropped on another screen.
  useEffect(() => {
    const dropped = takesDropped ? takeDropped() : []
    if (dropped.length === 0) return
    uploads.add(dropped, limits.files)
    // The form opens at its top, far from this list.
    toast({ title: t.drop.taken(dropped.length), description: t.drop.takenWhere })
  })

  const sendChosen = useEffectEvent(() => {
    if (chosen) uploads.add(chosen, limits.files)
  })
  useEffect(() => sendChosen(), [])

  const onTheirWay = sending.filter(({ state }) => state !== 'refused').length
  useEffect(() => onSending?.(onTheirWay), [onSending, onTheirWay])

  if (error && !found) {
    return (
      <ErrorState
        title={t.list.failed}
        description={sentence(error)}
        retryLabel={t.sending.retry}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  /** With the name it will have in the case. */
  const named = (file: Attachment) =>
    patient ? { ...file, name: withoutPatient(file.name, patient.name, patient.code) } : file
  const ofOneSide = found?.data.filter(file => file.isOfLaboratory === isOfStaff && !file.isOfHandOver)
  const free = limits.files - (ofOneSide?.length ?? 0) - onTheirWay
  return (
    <div className="files">
      <FileDrop
        limits={limits}
        free={free}
        canMakeRoom={ofOneSide?.some(({ canRemove }) => canRemove) ?? true}
        onFiles={files => uploads.add(files, free)}
      />
      <SendingList sending={sending} limit={limits.bytes} uploads={uploads} />
      {found ? <FileList target={target} files={shownOf(target, found.data).map(named)} /> : <Skeleton shape="block" />}
      {saysEmpty && found?.data.length === 0 && !('draftId' in target) && !target.problemId && (
        <EmptyState icon="paperclip" title={t.list.empty} description={t.list.emptyHint} />
      )}
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
    </div>
  )
}

/** The files of the case, or of one problem. */
const shownOf = (target: FileTarget, files: readonly Attachment[]) =>
  'draftId' in target || !target.problemId ? files : files.filter(({ problemId }) => problemId === target.problemId)

export const CaseFiles = ({ orderId }: { orderId: string }) => <Files target={{ orderId }} />

type DraftProps = Required<Pick<Props, 'prepare' | 'onSending' | 'patient' | 'takesDropped'>> & { draftId: string }

export const DraftFiles = ({ draftId, ...props }: DraftProps) => <Files target={{ draftId }} {...props} />
