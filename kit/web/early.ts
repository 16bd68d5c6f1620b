/**
 * Recorded by the page's inline script (app/server/early-script.ts) before the application started: what was submitted and
 * pressed, and the answers that the page contains for the first screen.
 */
type Early = {
  /** Name of the first field of the submitted form. */
  submitted: string | null
  /** The button or link that was pressed last in the server-rendered page. */
  pressed: HTMLElement | null
  answers: Record<string, Promise<Response> | undefined>
  stop: () => void
}

declare global {
  var early: Early | undefined
}

/** The server-rendered page, until the application has replaced it. */
export const findPicture = () => document.getElementById('root')

/** The answer to this address if the page contains it; only once. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = globalThis.early?.answers[address]
  if (globalThis.early && answer) delete globalThis.early.answers[address]
  return answer
}

/**
 * Waits up to 300 ms for the first screen's data while the server-rendered page is shown, counted from when the files that use it
 * are loaded: otherwise the application would draw the same skeleton again before the rows. Later screens do not wait.
 */
export function beforeFirstDrawing<Files>(files: Promise<Files>, ask: (files: Files) => Promise<unknown>[]) {
  const answered = files
    .then(found => Promise.race([Promise.all(ask(found)), new Promise(resolve => setTimeout(resolve, 300))]))
    .catch(() => undefined)
  return globalThis.early && findPicture() && answered
}

type Typed = { name: string; value: string; drawn: string; hasFocus: boolean; selection: [number, number] | null }

/**
 * Copies text typed so far into the application that is laid out hidden beneath, so that React's first reaction to input does not
 * delay the swap.
 */
export function carryWords(shell: HTMLElement, application: HTMLElement): void {
  for (const field of shell.querySelectorAll<HTMLInputElement>('input[name]:not([type=password])')) {
    const typed = readField(field)
    typed.hasFocus = false
    restoreField(application, typed)
    if (findField(application, typed.name)?.value === typed.value) field.defaultValue = typed.value
  }
}

/**
 * Replaces the server-rendered page with the application, and keeps what the user has done meanwhile: text, focus and cursor, a
 * submission, the button or link pressed, the menu opened.
 */
export function replaceShell(shell: HTMLElement, application: HTMLElement): void {
  const typed = [...shell.querySelectorAll<HTMLInputElement>('input[name]')].map(readField)
  const { submitted, pressed, stop } = globalThis.early ?? {}
  const opened = [...shell.querySelectorAll('button')].find(button =>
    button.popoverTargetElement?.matches(':popover-open'),
  )
  const focused = twinOf(document.activeElement, shell, application)
  const wanted = twinOf(opened ?? pressed ?? null, shell, application)
  // The application is already beside it: moving it would lay it out anew.
  shell.remove()
  application.hidden = false
  application.ariaHidden = null
  stop?.()
  focused?.focus({ preventScroll: true })
  for (const field of typed) restoreField(application, field)
  if (submitted) findField(application, submitted)?.form?.requestSubmit()
  if (wanted) wanted.click()
  // The application no longer shows the link, but its target still exists.
  else if (!opened && pressed instanceof HTMLAnchorElement) location.assign(pressed.href)
}

/**
 * The same control in the application: the n-th with the same text and target. Not by its position among all controls, which
 * shifts when a part comes late or a row has gone.
 */
function twinOf(control: Element | null, shell: Element, application: Element): HTMLElement | undefined {
  if (!control) return undefined
  const signs = signsOf(control)
  const alike = (place: Element) =>
    [...place.querySelectorAll<HTMLElement>(control.localName)].filter(one => signsOf(one) === signs)
  return alike(application)[alike(shell).indexOf(control as HTMLElement)]
}

const signsOf = (control: Element) =>
  [...['href', 'name', 'aria-label'].map(name => control.getAttribute(name)), control.textContent].join('\n')

const readField = (field: HTMLInputElement): Typed => ({
  name: field.name,
  value: field.value,
  drawn: field.defaultValue,
  hasFocus: document.activeElement === field,
  selection: field.selectionStart === null ? null : [field.selectionStart, field.selectionEnd ?? field.selectionStart],
})

const findField = (container: Element, name: string) =>
  [...container.querySelectorAll<HTMLInputElement>('input[name]')].find(field => field.name === name)

/** Restores text only over the server-rendered value: what the application has filled in itself stays. */
function restoreField(container: Element, { name, value, drawn, hasFocus, selection }: Typed) {
  const field = findField(container, name)
  if (!field) return
  if (value !== drawn && field.value === drawn) {
    // Through the prototype: React tracks the element's own property and would ignore the change.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (hasFocus && selection) field.setSelectionRange(...selection)
}
