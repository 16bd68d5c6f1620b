import { useRef, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { call } from '#kit/web/call.ts'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { saveFile } from '#kit/web/save-file.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { upload } from '#kit/web/upload.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type Answers, importCalls, type OpenedImport, type Preview } from '../contract.ts'
import { type Columns, type ImportKind, importKinds } from '../fields.ts'
import { mostLines } from '../rules.ts'
import { ColumnChoices, isComplete } from './column-choices.tsx'
import { FilePlace } from './file-place.tsx'
import { importText } from './staff-text.ts'

const ImportPreview = later(async () => {
  const { ImportPreview, loadPreviewWords } = await import('./import-preview.tsx')
  await loadPreviewWords()
  return ImportPreview
})

const ImportList = later(() => import('./import-list.tsx').then(({ ImportList }) => ImportList), { when: 'drawn' })

const noAnswers: Answers = { needs: {}, leads: {}, vats: {}, names: { lines: {} } }

const canTake = ({ added, changed, wrong }: Preview) => wrong === 0 && added + changed > 0

/** Rarely asked for, so loaded on press. */
const loadSamples = () => import('../samples.ts')

/** Imports a file in steps: choose it, assign its columns, check, import, and undo if need be. */
export function StaffImportScreen() {
  const t = useText(importText)
  const language = useLanguage()
  const sentence = useProblemText()
  const changed = useChanged()
  const [kind, setKind] = useState<ImportKind>('products')
  const [file, setFile] = useState<OpenedImport>()
  const [columns, setColumns] = useState<Columns>({})
  const [answers, setAnswers] = useState(noAnswers)
  const [preview, setPreview] = useState<Preview>()
  const [isAsked, setAsked] = useState(false)
  /** Counts checks, so that an outdated result is not shown under other columns. */
  const looks = useRef(0)
  /** The latest check: importing uses what it has seen. */
  const looking = useRef<Promise<void>>(undefined)

  async function lookAt(of: OpenedImport, chosen: Columns, answered: Answers) {
    looks.current += 1
    const look = looks.current
    const body = { columns: chosen, ...answered }
    const { data } = await call(importCalls.check, { params: { id: of.id }, body })
    if (look === looks.current) setPreview(data)
  }
  const checking = useAttempt((of: OpenedImport, chosen: Columns, answered: Answers) => {
    looking.current = lookAt(of, chosen, answered)
    return looking.current
  })
  const opening = useAttempt(async (chosen: File) => {
    looks.current += 1
    const look = looks.current
    setFile(undefined)
    setPreview(undefined)
    setAsked(false)
    const { data } = await upload(importCalls.open, {
      params: { kind },
      file: chosen,
      name: chosen.name,
      key: crypto.randomUUID(),
    })
    // Another kind or file has been chosen meanwhile.
    if (look !== looks.current) return
    setFile(data)
    setColumns(data.columns)
    setAnswers(noAnswers)
    if (isComplete(data, data.columns)) void checking.run(data, data.columns, noAnswers)
  })

  const sampling = useAttempt(async () => {
    const { sampleOf } = await loadSamples()
    saveFile(new Blob([sampleOf(kind, language)], { type: 'text/csv' }), t.file.sampleName(kind))
  })
  const failed = opening.error ?? sampling.error

  function begin(next: ImportKind) {
    looks.current += 1
    setKind(next)
    setFile(undefined)
    setPreview(undefined)
  }

  function look(of: OpenedImport) {
    setAsked(true)
    setPreview(undefined)
    if (isComplete(of, columns)) void checking.run(of, columns, answers)
  }

  return (
    <div className="stack">
      <SettingsHead title={t.title} description={t.description} />
      <Card
        title={t.file.title}
        actions={
          <Button size="sm" icon="download" pending={sampling.isPending} onClick={() => void sampling.run()}>
            {t.file.sample}
          </Button>
        }
      >
        <div className="stack">
          <Select
            label={t.file.kind}
            options={importKinds.map(value => ({ value, label: t.kinds[value] }))}
            value={kind}
            onChange={({ currentTarget: { value } }) => begin(importKinds.find(known => known === value) ?? kind)}
          />
          <FilePlace
            label={t.file.title}
            button={t.file.choose}
            drop={t.file.drop}
            hint={<p className="small muted">{t.file.hint(mostLines[kind])}</p>}
            isPending={opening.isPending}
            isNext={!file || (preview !== undefined && !canTake(preview))}
            onFile={chosen => void opening.run(chosen)}
          />
        </div>
        {failed !== undefined && (
          <Notice tone="late" live title={t.file.failed}>
            {sentence(failed, t.refusals)}
          </Notice>
        )}
      </Card>
      {file && (
        <Card title={t.columns.title(file.fileName)}>
          <div className="stack">
            <p className="small muted">{t.columns.hint[file.kind]}</p>
            {file.line > 1 && <p className="strong">{t.columns.above(file.line)}</p>}
            <ColumnChoices
              {...{ file, columns, isAsked }}
              onChange={chosen => {
                setColumns(chosen)
                // Discards the check made with the previous columns.
                looks.current += 1
                setPreview(undefined)
              }}
            />
            <div className="row">
              <Button
                variant={preview ? 'secondary' : 'primary'}
                icon="search"
                pending={checking.isPending}
                onClick={() => look(file)}
              >
                {t.columns.check}
              </Button>
            </div>
            {checking.error !== undefined && (
              <Notice tone="late" live title={t.columns.failed}>
                {sentence(checking.error, t.refusals)}
              </Notice>
            )}
          </div>
        </Card>
      )}
      {file && preview && (
        <ImportPreview
          key={file.id}
          {...{ file, columns, answers, preview }}
          looked={async () => looking.current}
          onAnswers={next => {
            setAnswers(next)
            // The previous result stays until the new one, so that the person answering keeps their place.
            void checking.run(file, columns, next)
          }}
          onImported={() => {
            setFile(undefined)
            setPreview(undefined)
            const { added, changed: altered, wrong } = preview
            const { counts, keptLines } = t.preview
            const said = [added > 0 && counts.added(added), altered > 0 && counts.changed(altered)]
            const description = [...said, wrong > 0 && keptLines(wrong)].filter(Boolean).join(' · ')
            toast({ tone: 'ok', title: t.done, description })
            void changed('catalogue', 'signups', 'orders')
          }}
        />
      )}
      <ImportList />
    </div>
  )
}
