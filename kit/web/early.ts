/**
 * What the page's own few lines of script (app/server/early-script.ts) have done before the application was there: noted what
 * was sent and pressed, and asked for what the screen shows first.
 */
type Early = {
  /** Name of the first field of the form that somebody has sent. */
  submitted: string | null
  /** The button or link of the picture that somebody has pressed last. */
  pressed: HTMLElement | null
  answers: Record<string, Promise<Response> | undefined>
  stop: () => void
}

declare global {
  var early: Early | undefined
}

/** What came with the page, as long as the application has not taken its place. */
export const findPicture = () => document.getElementById('root')

/** The answer to this address, if it was asked for with the page; once. */
export function takeEarlyAnswer(address: string): Promise<Response> | undefined {
  const answer = globalThis.early?.answers[address]
  if (globalThis.early && answer) delete globalThis.early.answers[address]
  return answer
}

/**
 * A moment for the answers that came with the page, as long as the page's picture stands, counted from when the files that
 * ask for them are there: the application would draw the same skeleton once more, and the rows only after it. Any later
 * screen waits for nothing.
 */
export function beforeFirstDrawing<Files>(files: Promise<Files>, ask: (files: Files) => Promise<unknown>[]) {
  const answered = files
    .then(found => Promise.race([Promise.all(ask(found)), new Promise(resolve => setTimeout(resolve, 300))]))
    .catch(() => undefined)
  return globalThis.early && findPicture() && answered
}

type Typed = { name: string; value: string; drawn: string; hasFocus: boolean; selection: [number, number] | null }

/**
 * What has been typed into the picture so far, into the application that is laid out beneath it: what React does when it
 * first hears of words is then no part of the exchange.
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
 * Puts the application in the place of the picture that came with the page, and keeps what somebody has done to it
 * meanwhile: text, focus and cursor, the wish to send it, the button or link pressed, the menu opened.
 */
export function replaceShell(shell: HTMLElement, application: HTMLElement): void {
  const typed = [...shell.querySelectorAll<HTMLInputElement>('input[name]')].map(readField)
  const { submitted, pressed, stop } = globalThis.early ?? {}
  const opened = [...shell.querySelectorAll('button')].find(button =>
    button.popoverTargetElement?.matches(':popover-open'),
  )
  const focused = twinOf(document.activeElement, shell, application)
  const wanted = twinOf(opened ?? pressed ?? null, shell, application)
  // It stands beside it already: moved, it would be laid out anew.
  shell.remove()
  application.hidden = false
  application.ariaHidden = null
  stop?.()
  focused?.focus({ preventScroll: true })
  for (const field of typed) restoreField(application, field)
  if (submitted) findField(application, submitted)?.form?.requestSubmit()
  if (wanted) wanted.click()
  // What it leads to is there all the same, though the application no longer shows the link.
  else if (!opened && pressed instanceof HTMLAnchorElement) location.assign(pressed.href)
}

/**
 * The same control in the application: of those with the same words and the same destination the same one. Not by its place among
 * all: a part that came late, or a row that has gone, would move every place behind it.
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

/** Words only over what came from the picture: what the application has put into a field itself stays. */
function restoreField(container: Element, { name, value, drawn, hasFocus, selection }: Typed) {
  const field = findField(container, name)
  if (!field) return
  if (value !== drawn && field.value === drawn) {
    // Through the prototype: React watches the property of the element itself and would take the change for its own.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  if (hasFocus && selection) field.setSelectionRange(...selection)
}
