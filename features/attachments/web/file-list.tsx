import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Icon, type IconName } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { dismissFailures, toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { useLateDialog } from '#kit/web/use-late-dialog.tsx'
import type { Attachment } from '../contract.ts'
import { formatSize, hasRole, isPhoto } from '../rules.ts'
import type { ViewedFile } from './file-viewer.tsx'
import { type FileTarget, fetchFile, fileCalls, filesOf } from './queries.ts'
import { ScanRoleChoice } from './scan-role-choice.tsx'
import { attachmentsText } from './text.ts'

const loadViewer = async () => (await import('./file-viewer.tsx')).FileViewer

const iconOf = ({ type }: Attachment): IconName => (hasRole(type) ? 'tooth' : isPhoto(type) ? 'camera' : 'document')

export function FileList({ target, files }: { target: FileTarget; files: readonly Attachment[] }) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  const format = useFormat()
  const [leaving, setLeaving] = useState<Attachment>()
  const download = useDownload()
  const viewer = useLateDialog<ViewedFile>(loadViewer)

  return (
    <>
      <ul className="file-list" aria-label={t.list.label}>
        {files.map(file => (
          <li key={file.id} className="file-list__file">
            <Icon name={iconOf(file)} />
            <div className="file-list__words">
              <button
                type="button"
                className="link file-list__name"
                aria-label={t.list.open(file.name)}
                onPointerEnter={viewer.prepare}
                onFocus={viewer.prepare}
                onClick={() => viewer.open({ file, onDownload: () => void download(file) })}
              >
                {file.name}
              </button>
              <span className="muted small">
                {formatSize(file.size, language)}
                {file.isCompressed && ` (${t.list.compressed})`}
                {' · '}
                {t.list.added(file.createdBy, format.dayTime(file.createdAt))}
              </span>
            </div>
            {hasRole(file.type) && <ScanRoleChoice file={file} />}
            <IconButton icon="download" label={t.list.downloadNamed(file.name)} onClick={() => void download(file)} />
            {file.canRemove && (
              <IconButton icon="close" label={t.list.removeNamed(file.name)} onClick={() => setLeaving(file)} />
            )}
          </li>
        ))}
      </ul>
      {viewer.dialog}
      {leaving && <Removal target={target} file={leaving} onClose={() => setLeaving(undefined)} />}
    </>
  )
}

/** Downloads by fetch, because a link could not carry the session. */
function useDownload() {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  return async ({ id, name }: Attachment) => {
    try {
      saveFile(await fetchFile(id), name)
      dismissFailures()
    } catch (error) {
      toast({ title: t.download.failed(name), description: sentence(error, t.refusals), tone: 'late' })
    }
  }
}

type RemovalProps = { target: FileTarget; file: Attachment; onClose: () => void }

function Removal({ target, file: { id, name }, onClose }: RemovalProps) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const queries = useQueryClient()
  const changed = useChanged()
  const { run, isPending, error } = useAttempt(async () => {
    // Also after a refusal: a colleague may have removed it first.
    await call(fileCalls().remove, { params: { id } }).finally(() => void changed('attachments'))
    // Refetches only the list: the focused element is removed with it, and the dialog restores the focus when it closes.
    await queries.refetchQueries({ queryKey: filesOf(target).queryKey }, { cancelRefetch: false })
    onClose()
    toast({ title: t.removal.done(name) })
  })
  return (
    <ConfirmDialog
      open
      title={t.removal.title(name)}
      description={t.removal.description}
      confirmLabel={t.removal.confirm}
      cancelLabel={t.removal.cancel}
      pending={isPending}
      onConfirm={() => void run()}
      onCancel={onClose}
    >
      {error !== undefined && (
        <Notice tone="late" live title={t.removal.failed(name)}>
          {sentence(error, t.refusals)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
