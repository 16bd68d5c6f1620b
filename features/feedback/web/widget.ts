// Runs standalone in the sandboxed frame (app/server/feedback-frame.ts); served by server/widget-script.ts.

type Words = Record<'label' | 'hint' | 'send' | 'sent' | 'empty' | 'failed', string>

declare global {
  interface Window {
    feedbackUser?: { language: string }
    feedbackClose?: () => void
    feedbackSend?: (body: string) => void
  }
}

/** Self-contained, because its source is sent as text. */
export function startWidget(wordsOf: Record<string, Words>, longest: number) {
  const look = `
    body { margin: 0; padding: 20px; font: 15px/1.45 system-ui, sans-serif; color: #17212b }
    form { display: grid; gap: 8px }
    label { font-weight: 600 }
    p { margin: 0; font-size: 13px; color: #55606b }
    textarea { box-sizing: border-box; width: 100%; min-height: 112px; padding: 8px 12px; font: inherit; font-size: 16px;
      border: 1px solid #6b7681; border-radius: 8px; resize: vertical }
    button { justify-self: end; min-height: 44px; padding: 0 18px; border: 0; border-radius: 8px; font: inherit;
      font-weight: 600; color: #fff; background: #17212b; cursor: pointer }
    :focus-visible { outline: 2px solid #1f6feb; outline-offset: 2px }
    [role=alert] { color: #a3261b }
    [role=status]:empty, [role=alert]:empty { display: none }
  `
  const made = <Name extends keyof HTMLElementTagNameMap>(
    name: Name,
    values: Partial<Record<string, string | number | boolean>> = {},
  ) => {
    const element = document.createElement(name)
    for (const [key, value] of Object.entries(values)) element.setAttribute(key, String(value))
    return element
  }
  const form = made('form', { novalidate: true })
  const label = made('label', { for: 'said' })
  const hint = made('p', { id: 'hint' })
  const said = made('textarea', { id: 'said', maxlength: longest, 'aria-describedby': 'hint wrong' })
  const wrong = made('p', { id: 'wrong', role: 'alert' })
  const told = made('p', { role: 'status' })
  const send = made('button')
  const style = made('style')
  style.textContent = look
  form.append(label, hint, said, wrong, told, send)
  document.head.append(style)
  document.body.append(form)

  let isOnItsWay = false
  const words = (): Words => wordsOf[window.feedbackUser?.language ?? ''] ?? (wordsOf.fr as Words)
  function write() {
    label.textContent = words().label
    hint.textContent = words().hint
    send.textContent = words().send
    tell('', '')
  }
  function tell(good: string, bad: string) {
    told.textContent = good
    wrong.textContent = bad
    said.toggleAttribute('aria-invalid', bad !== '')
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    if (isOnItsWay) return
    tell('', said.value.trim() ? '' : words().empty)
    if (!said.value.trim()) return said.focus()
    isOnItsWay = true
    send.setAttribute('aria-busy', 'true')
    window.feedbackSend?.(said.value)
  })
  const settle = (good: string, bad: string) => {
    isOnItsWay = false
    send.removeAttribute('aria-busy')
    tell(good, bad)
  }
  addEventListener('feedback:sent', () => {
    said.value = ''
    settle(words().sent, '')
  })
  addEventListener('feedback:failed', event => {
    const reason: unknown = event instanceof CustomEvent ? event.detail : ''
    settle('', [words().failed, reason].filter(Boolean).join(' '))
  })
  addEventListener('feedback:user', write)
  addEventListener('feedback:open', () => tell('', ''))
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') window.feedbackClose?.()
  })
  write()
}
