import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import type { Attachment } from '../contract.ts'
import { formatSize, isPhoto, isScan } from '../rules.ts'
import './file-viewer.css'
import { fetchFile } from './queries.ts'
import { ScanView } from './scan-view.tsx'
import { attachmentsText } from './text.ts'

export type ViewedFile = { file: Attachment; onDownload: () => void }

/** A photo, document or scan in a dialog over the screen. */
export function FileViewer({ file, onDownload, onClose }: ViewedFile & { onClose: () => void }) {
  const t = useText(attachmentsText)
  const language = useLanguage()
  return (
    <Dialog
      open
      size="lg"
      title={file.name}
      description={formatSize(file.size, language)}
      closeLabel={t.viewer.close}
      onClose={onClose}
      footer={
        <Button icon="download" onClick={onDownload}>
          {t.list.download}
        </Button>
      }
    >
      <FileContent file={file} />
    </Dialog>
  )
}

export function FileContent({ file }: { file: Attachment }) {
  const t = useText(attachmentsText)
  const sentence = useProblemText()
  const {
    data: bytes,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['attachment', file.id],
    // A compressed scan is fetched as stored, because it is decoded here anyway.
    queryFn: ({ signal }) => fetchFile(file.id, 'stored', signal),
    meta: { topics: [] },
    // The bytes of a file never change.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
  })
  if (error) {
    return (
      <ErrorState
        title={t.viewer.notLoaded}
        description={sentence(error, t.refusals)}
        retryLabel={t.sending.retry}
        pending={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!bytes) return <Spinner label={t.viewer.loading} />
  const blob = bytes as Blob
  if (isPhoto(file.type))
    return <Shown blob={blob} draw={address => <img className="file-viewer__photo" src={address} alt={file.name} />} />
  if (file.type === 'pdf') return <Shown blob={blob} draw={address => <PdfPage address={address} name={file.name} />} />
  if (isScan(file.type)) {
    return <ScanView id={file.id} name={file.name} blob={blob} type={file.isCompressed ? 'draco' : file.type} />
  }
  return <EmptyState icon="document" title={t.viewer.failed} description={t.viewer.failedHint} />
}

/** Gives the blob an object URL for as long as it is shown. */
function Shown({ blob, draw }: { blob: Blob; draw: (address: string) => React.ReactNode }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(blob)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return address ? draw(address) : null
}

/** Phones show no PDF inside a page: the link opens it in their own reader. */
function PdfPage({ address, name }: { address: string; name: string }) {
  const t = useText(attachmentsText)
  return (
    <>
      <iframe className="file-viewer__document" src={address} title={name} />
      <a className="link" href={address} target="_blank" rel="noreferrer">
        {t.viewer.openInTab}
      </a>
    </>
  )
}
