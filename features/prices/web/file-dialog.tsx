import { useState } from 'react'
import { FilePlace } from '#features/imports/web/file-place.tsx'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Table } from '#kit/web/ui/table.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { upload } from '#kit/web/upload.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type OnePriceList, priceCalls } from '../contract.ts'
import { type PriceFile, priceFileCalls } from '../file-contract.ts'
import { pricesText } from './staff-text.ts'

const mostShown = 50

/** Compares a file with the list and shows its changes, or the faults by line, before saving all of it. */
export function FileDialog({ list, onClose }: { list: OnePriceList; onClose: () => void }) {
  const { file: t } = useText(pricesText)
  const { common } = useText(kitText)
  const sentence = useProblemText()
  const changed = useChanged()
  const [found, setFound] = useState<{ name: string; file: PriceFile }>()
  const reading = useAttempt(async (file: File) => {
    setFound(undefined)
    const { data } = await upload(priceFileCalls.read, {
      params: { id: list.id },
      file,
      name: file.name,
      key: crypto.randomUUID(),
    })
    setFound({ name: file.name, file: data })
  })
  const saving = useAttempt(async ({ changes, version }: PriceFile) => {
    const prices = changes.map(({ reference, after }) => ({ reference, priceCents: after }))
    await call(priceCalls.setPrices, { params: { id: list.id }, body: { prices, version } }).finally(
      () => void changed('catalogue'),
    )
    toast({ title: t.saved(changes.length) })
    onClose()
  })
  const file = found?.file
  const isReady = file !== undefined && file.wrong === 0 && file.changes.length > 0
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t.title(list.name)}
      description={t.description}
      closeLabel={common.close}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel}</Button>
          {isReady && (
            <Button variant="primary" pending={saving.isPending} onClick={() => void saving.run(file)}>
              {t.submit(file.changes.length)}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <FilePlace
          label={t.place}
          button={t.choose}
          drop={t.drop}
          hint={<p className="muted">{t.hint}</p>}
          isPending={reading.isPending}
          isNext={!isReady}
          onFile={chosen => void reading.run(chosen)}
        />
        {reading.error !== undefined && (
          <Notice tone="late" live title={t.notRead}>
            {sentence(reading.error, t.refusals)}
          </Notice>
        )}
        {found && <Found name={found.name} file={found.file} />}
        {saving.error !== undefined && (
          <Notice tone="late" live title={t.notDone}>
            {sentence(saving.error, t.refusals)}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}

function Found({ name, file: { changes, unchanged, faults, wrong } }: { name: string; file: PriceFile }) {
  const { file: t } = useText(pricesText)
  const language = useLanguage()
  const format = useFormat()
  const price = (cents: number | null) => (cents === null ? t.catalogue : format.money(cents))
  if (wrong > 0) {
    return (
      <>
        <Notice tone="late" live title={t.wrong(wrong, name)}>
          {t.wrongHint}
        </Notice>
        <Table
          caption={t.faults}
          rows={faults.slice(0, mostShown)}
          rowKey={({ line, of }) => `${line} ${of}`}
          columns={[
            { key: 'line', label: t.line, phone: 'title', size: 'sm', cell: ({ line }) => t.lineNumber(line) },
            { key: 'cell', label: t.cell, cell: ({ cell }) => cell || '—' },
            { key: 'fault', label: t.fault, cell: ({ code }) => t.codes[code] },
          ]}
        />
        {wrong > mostShown && <p className="muted">{t.more(wrong - mostShown)}</p>}
      </>
    )
  }
  return (
    <>
      <Notice live tone={changes.length > 0 ? 'info' : 'ok'} title={t.found(changes.length, unchanged)}>
        {changes.length > 0 && t.foundHint}
      </Notice>
      {changes.length > 0 && (
        <Table
          caption={t.changes}
          rows={changes.slice(0, mostShown)}
          rowKey={({ reference }) => reference}
          columns={[
            {
              key: 'product',
              label: t.product,
              phone: 'title',
              cell: ({ reference, labelFr, labelEn }) => (
                <TwoLines sub={reference}>{language === 'fr' ? labelFr : labelEn}</TwoLines>
              ),
            },
            { key: 'before', label: t.before, align: 'end', cell: ({ before }) => price(before) },
            {
              key: 'after',
              label: t.after,
              align: 'end',
              cell: ({ after }) => <span className="strong">{price(after)}</span>,
            },
          ]}
        />
      )}
      {changes.length > mostShown && <p className="muted">{t.more(changes.length - mostShown)}</p>}
    </>
  )
}
