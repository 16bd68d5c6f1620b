import { type SubmitEvent, useRef, useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { staffMaterialCalls } from '#features/materials/contract.ts'
import { type Label, readLabel } from '#features/materials/rules.ts'
import { materialsText } from '#features/materials/web/text.ts'
import { formatShade, formatTeeth } from '#features/prescription/rules.ts'
import { call } from '#kit/web/call.ts'
import { useFormat } from '#kit/web/format.tsx'
import { later } from '#kit/web/later.tsx'
import { useProblemText } from '#kit/web/problem-text.ts'
import { loadText, useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type BenchProduct, type BenchSheet, staffTraceabilityCalls } from '../contract.ts'
import { LotRemoval } from './lot-removal.tsx'
import { staffSheetsText } from './staff-text.ts'

/** Loaded on demand: rarely needed, and it brings a dialog of the register. */
const UnknownLot = later(async () => {
  const [{ UnknownLot }] = await Promise.all([
    import('#features/materials/web/unknown-lot.tsx'),
    loadText(materialsText),
  ])
  return UnknownLot
})

type LotChoice = BenchProduct['lastUsed'][number]
type Answer = { choices: readonly LotChoice[] } | { unknown: Label & { lot: string } } | { added: string }

type ProductMaterialsProps = {
  caseId: string
  product: BenchProduct
  /** The sheet that names these lots, as long as it holds. */
  signed: BenchSheet['statement']
}

/** The lots of one product. The field takes what a barcode reader types, and stays ready for the next. */
export function ProductMaterials({ caseId, product, signed }: ProductMaterialsProps) {
  const t = useText(staffSheetsText).sheet
  const language = useLanguage()
  const { day } = useFormat()
  const sentence = useProblemText()
  const changed = useChanged()
  const field = useRef<HTMLInputElement>(null)
  const [answer, setAnswer] = useState<Answer>()
  const { caseSequence, label, quantity, teeth, shade, materials } = product
  const lotIds = materials.flatMap(({ lotId }) => lotId ?? [])
  const lastUsed = product.lastUsed.filter(({ id }) => !lotIds.includes(id))

  const record = (wanted: readonly string[]) =>
    call(staffTraceabilityCalls.recordMaterials, {
      params: { id: caseId },
      body: { products: [{ caseSequence, lotIds: [...wanted], seenLotIds: lotIds }] },
    }).finally(() => changed('sheets'))

  async function take({ id, number }: Pick<LotChoice, 'id' | 'number'>) {
    if (!lotIds.includes(id)) await record([...lotIds, id])
    if (field.current) field.current.value = ''
    setAnswer({ added: number })
    field.current?.focus()
  }

  async function find(typed: string) {
    setAnswer(undefined)
    const read = readLabel(typed)
    const words = read?.lot ?? typed
    const query = { words, ...(read?.labelCode && { labelCode: read.labelCode }) }
    const { data } = await call(staffMaterialCalls.findLots, { query })
    const named = data.filter(({ number }) => number.toUpperCase() === words.toUpperCase())
    const meant = named.length > 0 ? named : data
    if (meant.length === 0) setAnswer({ unknown: { ...read, lot: words } })
    else if (named[0] && named.length === 1) await take(named[0])
    else setAnswer({ choices: meant })
  }

  function takeOff(lotId: string) {
    field.current?.focus()
    void adding.run(async () => {
      await record(lotIds.filter(id => id !== lotId))
      setAnswer(undefined)
    })
  }

  const [going, setGoing] = useState<{ lotId: string; words: string }>()
  const adding = useAttempt((work: () => Promise<void>) => work())
  const [isMissing, setMissing] = useState(false)
  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = field.current?.value.trim()
    setMissing(!typed)
    if (!typed) field.current?.focus()
    else if (!adding.isPending) void adding.run(() => find(typed))
  }
  const about = [formatTeeth(teeth), shade && formatShade(shade, language), quantity > 1 && t.quantity(quantity)]
  return (
    <Card title={label} actions={<span className="muted">{about.filter(Boolean).join(' · ')}</span>}>
      {materials.length === 0 ? (
        <p className="muted bench-lots">{t.noMaterials}</p>
      ) : (
        <ul className="bench-lots">
          {materials.map(({ lotId, name, maker, lot, expiresOn, isBlocked }) => (
            <li key={lotId ?? `${name} ${lot}`}>
              <TwoLines sub={[maker, expiresOn && t.expires(day(expiresOn, 'year'))].filter(Boolean).join(' · ')}>
                {name} · {t.lot(lot)}{' '}
                {isBlocked && (
                  <Pill tone="late" icon="lock">
                    {t.isBlocked}
                  </Pill>
                )}
              </TwoLines>
              {lotId && (
                <IconButton
                  icon="close"
                  label={t.remove(name, lot)}
                  onClick={() => (signed ? setGoing({ lotId, words: `${name} · ${t.lot(lot)}` }) : takeOff(lotId))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <form className="bench-scan" onSubmit={submit}>
        <TextInput
          ref={field}
          label={t.scan(label)}
          hint={t.scanHint}
          name="lot"
          aria-required
          error={isMissing && t.scanMissing}
          onChange={() => setMissing(false)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" pending={adding.isPending}>
          {t.add}
        </Button>
      </form>
      <div role="status">
        {answer && 'added' in answer && <p className="muted">{t.added(answer.added)}</p>}
        {answer && 'choices' in answer && (
          <Choices title={t.choose} choices={answer.choices} onTake={choice => void adding.run(() => take(choice))} />
        )}
        {answer && 'unknown' in answer && (
          <div className="bench-choices">
            <p>{t.unknown(answer.unknown.lot)}</p>
            <UnknownLot label={answer.unknown} onEntered={number => void adding.run(() => find(number))} />
            <ButtonLink to="/staff/materials" size="sm">
              {t.register}
            </ButtonLink>
          </div>
        )}
      </div>
      {adding.error !== undefined && (
        <Notice tone="late" live title={t.notAdded}>
          {sentence(adding.error, t.refusals)}
        </Notice>
      )}
      {signed && going && (
        <LotRemoval
          lot={going.words}
          statement={signed}
          onConfirm={() => {
            setGoing(undefined)
            takeOff(going.lotId)
          }}
          onCancel={() => setGoing(undefined)}
        />
      )}
      {lastUsed.length > 0 && (
        <Choices title={t.lastUsed} choices={lastUsed} onTake={choice => void adding.run(() => take(choice))} />
      )}
    </Card>
  )
}

type ChoicesProps = { title: string; choices: readonly LotChoice[]; onTake: (choice: LotChoice) => void }

function Choices({ title, choices, onTake }: ChoicesProps) {
  const t = useText(staffSheetsText).sheet
  return (
    <fieldset className="bench-choices fieldset">
      <legend className="field__label">{title}</legend>
      {choices.map(choice => (
        <Button key={choice.id} size="sm" icon="plus" onClick={() => onTake(choice)}>
          {choice.name} · {t.lot(choice.number)}
        </Button>
      ))}
    </fieldset>
  )
}
