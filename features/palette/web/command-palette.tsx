import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { longestSearch } from '#features/cases/list-contract.ts'
import { DeliveryNote } from '#features/cases/web/delivery-note.tsx'
import { PatientWords } from '#features/cases/web/patient-words.tsx'
import { StatusPill } from '#features/cases/web/status-pill.tsx'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { matching } from './matching.ts'
import './palette.css'
import { type PaletteEntry, PaletteOption } from './palette-option.tsx'
import { paletteText } from './text.ts'
import { shortestSearch, useFoundCases } from './use-found-cases.ts'

export type PaletteGroup = { id: 'case' | 'screens' | 'views' | 'actions'; entries: readonly PaletteEntry[] }

type CommandPaletteProps = {
  groups: readonly PaletteGroup[]
  onClose: () => void
}

/** Any screen, action or case by typing a little of it. What is typed goes into no address. */
export function CommandPalette({ groups, onClose }: CommandPaletteProps) {
  const t = useText(paletteText)
  const { common } = useText(kitText)
  const list = useId()
  const [typed, setTyped] = useState('')
  const [pointed, setPointed] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const words = typed.trim()
  const cases = useFoundCases(words)
  const isSlow = useDelayed(cases.isComing)

  const found = [
    ...groups.map(({ id, entries }) => ({ id, entries: matching(entries, words) })),
    {
      // Last: what comes later moves nothing.
      id: 'cases' as const,
      entries: cases.rows.map(
        (row): PaletteEntry => ({
          id: row.id,
          to: `/cases/${row.id}`,
          icon: 'case',
          label: row.code,
          detail: (
            <>
              <PatientWords row={row} /> <DeliveryNote row={row} />
            </>
          ),
          end: <StatusPill row={row} />,
        }),
      ),
    },
  ].filter(({ entries }) => entries.length > 0)
  const options = found.flatMap(({ entries }) => entries)
  // With words typed, Enter takes the first that fits.
  const active = options.find(({ id }) => id === pointed) ?? (words ? options[0] : undefined)
  const optionId = (entry: PaletteEntry) => `${list}-${entry.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const hurry = useHurry(words, !cases.isComing, () => {
    const [only, another] = options
    if (only && !another) press(optionId(only))
  })

  async function choose(entry: PaletteEntry, { ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if ('run' in entry) {
      setBusy(entry.id)
      await entry.run()
      setBusy(undefined)
    } else if (!(ctrlKey || metaKey || shiftKey)) onClose()
  }
  function point(entry: PaletteEntry | undefined) {
    setPointed(entry?.id)
    if (entry && 'run' in entry) entry.prepare?.()
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const { key, ctrlKey, metaKey, shiftKey } = event
    const count = options.length
    const here = active ? options.indexOf(active) : -1
    if (key === 'ArrowDown') point(options[(here + 1) % count])
    else if (key === 'ArrowUp') point(options[(here > 0 ? here : count) - 1])
    else if (key === 'Home' && !shiftKey) point(options[0])
    else if (key === 'End' && !shiftKey) point(options[count - 1])
    else if (key === 'Enter') {
      if (activeId) press(activeId, { ctrlKey, metaKey })
      else hurry()
    } else if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) onClose()
    else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close}>
      <Field label={t.label}>
        {control => (
          <div className="input-box">
            <Icon name="search" />
            <input
              {...control}
              type="text"
              className="input input--start"
              role="combobox"
              aria-expanded={options.length > 0}
              aria-controls={list}
              aria-autocomplete="list"
              aria-activedescendant={activeId}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint="go"
              maxLength={longestSearch}
              placeholder={t.example}
              value={typed}
              onChange={event => {
                setTyped(event.currentTarget.value)
                setPointed(undefined)
              }}
              onKeyDown={onKeyDown}
            />
          </div>
        )}
      </Field>
      <div className="palette__results">
        <div id={list} role="listbox" aria-label={t.results} hidden={options.length === 0}>
          {found.map(({ id, entries }) => (
            <fieldset key={id} aria-labelledby={`${list}-${id}`}>
              <p className="palette__group muted small" id={`${list}-${id}`}>
                {t.groups[id]}
              </p>
              {entries.map(entry => (
                <PaletteOption
                  key={entry.id}
                  id={optionId(entry)}
                  entry={entry}
                  isActive={entry === active}
                  isBusy={entry.id === busy}
                  onPoint={() => entry !== active && point(entry)}
                  onChoose={event => void choose(entry, event)}
                />
              ))}
            </fieldset>
          ))}
        </div>
        <CaseState cases={cases} words={words} isSlow={isSlow} isAlone={options.length === 0} />
      </div>
      <ResultCount hidden>{words && !cases.isComing && !cases.error ? t.found(options.length) : ''}</ResultCount>
    </Dialog>
  )
}

/** As a hand would: a link with the control key goes into a tab of its own. */
function press(id: string, keys: { ctrlKey?: boolean; metaKey?: boolean } = {}) {
  document
    .getElementById(id)
    ?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

/** Enter came before the cases did: it counts when they have come, unless something else is typed by then. */
function useHurry(words: string, isThere: boolean, arrive: () => void) {
  const [hurried, setHurried] = useState<string>()
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isThere || hurried === undefined) return
    setHurried(undefined)
    if (hurried === words) onArrival()
  }, [isThere, hurried, words])
  return () => setHurried(words)
}

type CaseStateProps = {
  cases: ReturnType<typeof useFoundCases>
  words: string
  isSlow: boolean
  /** Nothing else stands in the list. */
  isAlone: boolean
}

/** What is to be said about the cases under what has been found. */
function CaseState({ cases: { rows, total, isComing, error, retry }, words, isSlow, isAlone }: CaseStateProps) {
  const t = useText(paletteText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  if (error) {
    return (
      <Notice tone="late" live title={t.failed}>
        <p>{sentence(error)}</p>
        <Button size="sm" icon="refresh" onClick={retry}>
          {kit.error.retry}
        </Button>
      </Notice>
    )
  }
  if (isComing) return isSlow && rows.length === 0 ? <p className="palette__note muted">{t.searching}</p> : null
  if (total > rows.length) return <p className="palette__note muted small">{t.more(rows.length, total)}</p>
  if (!isAlone || !words) return null
  return (
    <div className="palette__note">
      <p className="strong">{t.none(words)}</p>
      <p className="muted">{words.length < shortestSearch ? t.tooShort : t.noneAdvice}</p>
    </div>
  )
}
