import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import { longestSearch } from '#features/cases/list-contract.ts'
import { kitText } from '#kit/web/kit-text.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Icon } from '#kit/web/ui/icon.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { matching } from './matching.ts'
import './palette.css'
import { type PaletteEntry, PaletteOption } from './palette-option.tsx'
import { paletteText } from './text.ts'
import { shortestSearch } from './use-found.ts'

/** A group of entries under a heading; `id` distinguishes it from the others. */
export type PaletteGroup = { id: string; head: string; entries: readonly PaletteEntry[] }

/** Search results for the typed words, limited to what is shown. */
export type Found = {
  groups: readonly PaletteGroup[]
  /** Number of results, shown or not. */
  total: number
  /** Text saying that there are more than are shown. */
  more: string | undefined
  isComing: boolean
  error: Error | null
  retry: () => void
}

type CommandPaletteProps = {
  /** Filtered here by the typed words. */
  groups: readonly PaletteGroup[]
  /** Ends with a line break when Enter was pressed before the palette had opened. */
  typed: string
  onType: (typed: string) => void
  found: Found
  /** Texts about what can be searched for, and when nothing is found. */
  says: Says
  onClose: () => void
}

export type Says = Record<'label' | 'example' | 'searching' | 'noneAdvice' | 'tooShort' | 'failed', string>

/** Finds screens, actions and search results by a few typed letters. The typed words never appear in an address. */
export function CommandPalette({ groups, typed, onType, found, says, onClose }: CommandPaletteProps) {
  const t = useText(paletteText)
  const { common, error: failed } = useText(kitText)
  const sentence = useProblemText()
  const list = useId()
  const [pointed, setPointed] = useState<string>()
  const [busy, setBusy] = useState<string>()
  const words = typed.trim()
  const isSlow = useDelayed(found.isComing)

  // Search results come last, so that their arrival moves nothing.
  const shown = [
    ...groups.map(group => ({ ...group, entries: matching(group.entries, words) })),
    ...found.groups,
  ].filter(({ entries }) => entries.length > 0)
  const options = shown.flatMap(({ entries }) => entries)
  const hidden = found.total - found.groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const count = options.length + hidden
  // With words typed, Enter opens the first match.
  const active = options.find(({ id }) => id === pointed) ?? (words ? options[0] : undefined)
  const optionId = (entry: PaletteEntry) => `${list}-${entry.id}`
  const activeId = active && optionId(active)

  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const hurry = useHurry(words, /\n$/.test(typed), !found.isComing, () => {
    const [only, another] = options
    if (only && !another) press(optionId(only))
  })

  async function choose(entry: PaletteEntry, { ctrlKey, metaKey, shiftKey }: MouseEvent) {
    if ('run' in entry) {
      setBusy(entry.id)
      await Promise.resolve()
        .then(() => entry.run())
        .catch((error: unknown) => toast({ tone: 'late', title: failed.title, description: sentence(error) }))
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
    const last = options.length - 1
    const here = active ? options.indexOf(active) : -1
    if (key === 'ArrowDown') point(options[here < last ? here + 1 : 0])
    else if (key === 'ArrowUp') point(options[here > 0 ? here - 1 : last])
    else if (key === 'Home' && !shiftKey) point(options[0])
    else if (key === 'End' && !shiftKey) point(options[last])
    else if (key === 'Enter') {
      if (activeId) press(activeId, { ctrlKey, metaKey })
      else hurry()
    } else if (key.toLowerCase() === 'k' && (ctrlKey || metaKey)) {
      // A key held a little too long has only just opened it.
      if (!event.repeat) onClose()
    } else return
    event.preventDefault()
  }

  return (
    <Dialog open onClose={onClose} title={t.title} closeLabel={common.close} isEasilyLeft>
      <Field label={says.label}>
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
              placeholder={says.example}
              value={typed}
              onChange={event => {
                onType(event.currentTarget.value)
                setPointed(undefined)
              }}
              onKeyDown={onKeyDown}
            />
          </div>
        )}
      </Field>
      <div className="palette__results">
        <div id={list} role="listbox" aria-label={t.results} hidden={options.length === 0}>
          {shown.map(({ id, head, entries }) => (
            <fieldset key={id} aria-labelledby={`${list}-${id}`}>
              <p className="palette__group muted small" id={`${list}-${id}`}>
                {head}
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
        <FoundState found={found} says={says} words={words} isSlow={isSlow} isAlone={options.length === 0} />
      </div>
      <ResultCount hidden>{words && !found.isComing && !found.error ? t.found(count) : ''}</ResultCount>
    </Dialog>
  )
}

/** Dispatches a real click, so that a link with Ctrl opens in a new tab. */
function press(id: string, keys: { ctrlKey?: boolean; metaKey?: boolean } = {}) {
  document
    .getElementById(id)
    ?.dispatchEvent(new globalThis.MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
}

/** Enter pressed before the results: applied when they arrive, unless the words have changed. */
function useHurry(words: string, isHurried: boolean, isThere: boolean, arrive: () => void) {
  const [hurried, setHurried] = useState(isHurried ? words : undefined)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (!isThere || hurried === undefined) return
    setHurried(undefined)
    if (hurried === words) onArrival()
  }, [isThere, hurried, words])
  return () => setHurried(words)
}

type FoundStateProps = {
  found: Found
  says: Says
  words: string
  isSlow: boolean
  /** Nothing else is in the list. */
  isAlone: boolean
}

/** The state of the search, below its results. */
function FoundState({
  found: { groups, more, isComing, error, retry },
  says,
  words,
  isSlow,
  isAlone,
}: FoundStateProps) {
  const t = useText(paletteText)
  const kit = useText(kitText)
  const sentence = useProblemText()
  if (error) {
    return (
      <Notice tone="late" live title={says.failed}>
        <p>{sentence(error)}</p>
        <Button size="sm" icon="refresh" onClick={retry}>
          {kit.error.retry}
        </Button>
      </Notice>
    )
  }
  if (isComing) {
    const isEmpty = groups.every(({ entries }) => entries.length === 0)
    return isSlow && isEmpty ? <p className="palette__note muted">{says.searching}</p> : null
  }
  if (more) return <p className="palette__note muted small">{more}</p>
  if (!isAlone || !words) return null
  return (
    <div className="palette__note">
      <p className="strong">{t.none(words)}</p>
      <p className="muted">{words.length < shortestSearch ? says.tooShort : says.noneAdvice}</p>
    </div>
  )
}
