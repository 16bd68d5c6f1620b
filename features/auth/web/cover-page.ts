const above = '.awaited, .awaited ~ .dialog'
const isBeneath = (target: EventTarget | null) => target instanceof Element && !target.closest(above)

/** Hides the page's content and blocks input to it, until the returned function is called. */
export function coverPage({ isBack }: { isBack: () => boolean }): () => void {
  const { activeElement, documentElement } = document
  const stop = new AbortController()
  const first = { capture: true, signal: stop.signal }
  documentElement.classList.add('is-awaited')
  addEventListener('beforeunload', event => isBack() && event.stopImmediatePropagation(), first)
  // Shortcuts of the page beneath, and keys in its fields.
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
    // After the sign-in dialog has closed.
    queueMicrotask(() => letUp(focused))
  }
}

function refuseFiles(event: DragEvent) {
  const { dataTransfer } = event
  if (!dataTransfer?.types.includes('Files')) return
  // The browser would open the file in place of the page.
  event.preventDefault()
  event.stopImmediatePropagation()
  dataTransfer.dropEffect = 'none'
}

/** The title may name a case, and late parts of the page beneath may set it again. */
function hideTitle() {
  let { title } = document
  // The part before the screen's name (kit/web/title.ts).
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
 * A dialog of the page beneath that loads late would open above the sign-in dialog and make it unreachable: the latter is shown
 * again on top. The late one gets its focus once it is visible.
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

/** Reopens dialogs on top, in order; `focused` is where the focus returns when they close. */
function showAgain(dialogs: Iterable<HTMLDialogElement>, focused?: HTMLElement) {
  for (const dialog of dialogs) dialog.close()
  focused?.focus()
  for (const dialog of dialogs) dialog.showModal()
}
