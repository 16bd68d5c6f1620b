const above = '.awaited, .awaited ~ .dialog'
const isBeneath = (target: EventTarget | null) => target instanceof Element && !target.closest(above)

/** The page says nothing of whose it is, and nothing reaches it, until what is returned is called. */
export function coverPage({ isBack }: { isBack: () => boolean }): () => void {
  const { activeElement, documentElement } = document
  const stop = new AbortController()
  const first = { capture: true, signal: stop.signal }
  documentElement.classList.add('is-awaited')
  addEventListener('beforeunload', event => isBack() && event.stopImmediatePropagation(), first)
  // Keys that mean something on the page beneath, or reach a field of it.
  addEventListener('keydown', event => isBeneath(event.target) && event.stopImmediatePropagation(), first)
  for (const type of ['dragover', 'drop'] as const) addEventListener(type, refuseFiles, first)
  const focused = activeElement instanceof HTMLElement && isBeneath(activeElement) ? activeElement : undefined
  focused?.blur()
  const showTitle = hideTitle()
  const letUp = holdDown(first)
  return () => {
    documentElement.classList.remove('is-awaited')
    stop.abort()
    showTitle()
    // Once the window has let go of it.
    queueMicrotask(() => letUp(focused))
  }
}

function refuseFiles(event: DragEvent) {
  const { dataTransfer } = event
  if (!dataTransfer?.types.includes('Files')) return
  // The browser would show the file in the place of the page.
  event.preventDefault()
  event.stopImmediatePropagation()
  dataTransfer.dropEffect = 'none'
}

/** It says whose case it is, and what comes late to the page beneath may say so again. */
function hideTitle() {
  let { title } = document
  // What stands before the screen (kit/web/title.ts).
  const [plain = ''] = title.split(' · ')
  document.title = plain
  const hide = () => {
    if (document.title === plain) return
    title = document.title
    document.title = plain
  }
  const watch = new MutationObserver(hide)
  watch.observe(document.head, { subtree: true, childList: true, characterData: true })
  return () => {
    watch.disconnect()
    if (document.title === plain) document.title = title
  }
}

/**
 * A dialog whose file comes late would stand on the window, which nobody could reach then: the window is shown again over it. It
 * gets the focus once it is seen.
 */
function holdDown(first: AddEventListenerOptions) {
  const late = new Set<HTMLDialogElement>()
  let typedIn: HTMLElement | undefined
  const remember = ({ target }: FocusEvent) => {
    if (target instanceof HTMLElement && !isBeneath(target)) typedIn = target
  }
  addEventListener('focusin', remember, first)
  const watch = new MutationObserver(changes => {
    const opened = changes.flatMap(({ target }) =>
      target instanceof HTMLDialogElement && target.open && isBeneath(target) ? [target] : [],
    )
    if (opened.length === 0) return
    for (const dialog of opened) late.add(dialog)
    const field = typedIn
    showAgain(document.querySelectorAll<HTMLDialogElement>('.awaited dialog:modal, .awaited ~ dialog:modal'))
    if (field?.isConnected) field.focus()
  })
  watch.observe(document.body, { subtree: true, attributeFilter: ['open'] })
  return (focused: HTMLElement | undefined) => {
    watch.disconnect()
    showAgain(
      [...late].filter(({ open }) => open),
      focused,
    )
  }
}

/** On top, in their order, over where the focus is to return to. */
function showAgain(dialogs: Iterable<HTMLDialogElement>, focused?: HTMLElement) {
  for (const dialog of dialogs) dialog.close()
  focused?.focus()
  for (const dialog of dialogs) dialog.showModal()
}
