import type { Locator } from '@playwright/test'
import type { asksNothing } from './all-forms.ts'

type Judged = keyof typeof asksNothing

/** What a form has against the rules of docs/forty-rules.md, in words, as it opens. */
export const faultsOfForm = (form: Locator) =>
  form.evaluate((form: HTMLElement) => {
    type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
    const faults: string[] = []
    const isShown = (one: Element) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const controls = [
      ...form.querySelectorAll<Control>(
        'input:not([type=hidden], [type=file], [type=search], [role=combobox]), textarea, select',
      ),
    ].filter(isShown)
    const labelOf = (one: Control) => one.ariaLabel ?? one.labels?.[0]?.textContent?.trim() ?? ''
    const described = (one: Element) =>
      (one.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map(id => (id && document.getElementById(id)?.textContent) || '')
        .join(' ')
    const typed = controls.filter(one => !['checkbox', 'radio'].includes(one.type))

    // 11
    for (const one of controls) if (!labelOf(one)) faults.push(`11: ${one.name}`)
    // 12: in a dialog what sends stands at its foot, whether or not there is a form.
    const foot = form.closest('dialog')?.querySelector('footer .button--primary')
    if (form.querySelector('[type=submit]:disabled') || foot?.matches(':disabled')) faults.push('12')
    // 15: whoever reads the labels knows what has to be filled in, and how.
    const isDemanded = (one: Control) => one.required || one.ariaRequired === 'true'
    // Of many fields alike the head says it once.
    const ofAll = /(champ|reste) vide|left empty/i.test((form.closest('dialog') ?? form).textContent ?? '')
    const isMarked = (one: Control) =>
      ofAll || /facultatif|optional/i.test(labelOf(one)) || /\bvide|sans |\bempty|without /i.test(described(one))
    // What can be left as it stands is no question: a choice has an answer, and what is there is there.
    const isOpen = (one: Control) => !['select-one', 'search'].includes(one.type) && !one.value
    for (const one of typed)
      if (!isDemanded(one) && !isMarked(one) && isOpen(one)) faults.push(`15, neither nor: ${labelOf(one)}`)
    for (const one of typed) if (!ofAll && isDemanded(one) && isMarked(one)) faults.push(`15, both: ${labelOf(one)}`)
    // Where some are and some are not, that is said before the first of them.
    const head = form.closest('dialog') ?? form.closest('main') ?? form
    const [first] = controls
    const isSaid = [...head.querySelectorAll('p')].some(
      one =>
        isShown(one) &&
        /\b(sauf|except|unless)\b/.test(one.textContent ?? '') &&
        first &&
        one.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const isMixed = typed.some(isDemanded) && typed.some(one => !isDemanded(one) && isMarked(one))
    if (isMixed && !isSaid && !ofAll) faults.push('15, not said')
    for (const one of typed)
      if (
        one.inputMode === 'numeric' &&
        one.closest('.input-box:has(.date-panel)') &&
        !/J+\/M+|D+\/M+|\d\/\d/.test(described(one))
      )
        faults.push(`15, no format: ${labelOf(one)}`)
    for (const { placeholder } of typed.filter(one => 'placeholder' in one))
      if (/J+\/M+|D+\/M+|AAAA|YYYY|\bformat\b/i.test(placeholder)) faults.push(`15, format in ${placeholder}`)
    // 21
    const act =
      form.closest('dialog')?.querySelector('footer :is(.button--primary, .button--danger)')?.textContent ?? ''
    if (
      /^(oui|ok|confirmer|supprimer|retirer|effacer|refuser|bloquer|désactiver|rembourser|annuler)$/i.test(act.trim())
    )
      faults.push(`21: ${act}`)
    // 20
    const names = typed
      .filter(one => one.name)
      .map(one => `${one.name} ${one.closest('fieldset, [role=group]')?.textContent?.slice(0, 30)}`)
    for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
      faults.push(`20, twice: ${name}`)
    const isOfReader = (one: Control) =>
      /^(given-name|family-name|email|tel|organization|street-address|postal-code)$/.test(one.autocomplete)
    for (const one of typed)
      if (isOfReader(one) && isDemanded(one) && !one.value) faults.push(`20, known: ${labelOf(one)}`)
    return faults
  })

/** Sent with something missing, it says so where it is, in words that are tied to it, and goes there. */
export async function faultsOfEmpty(form: Locator): Promise<string[]> {
  const isLacking = await form.evaluate((form: HTMLElement) => {
    type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
    const demanded = [
      ...form.querySelectorAll<Control>(':is(input, textarea, select):is(:required, [aria-required=true])'),
    ]
    const isOpen = (one: Control) =>
      one.type === 'radio'
        ? !form.querySelector(`[type=radio][name="${CSS.escape(one.name)}"]:checked`)
        : one.type === 'checkbox'
          ? !(one as HTMLInputElement).checked
          : !one.value
    // A list asks for its first entry; the field for one more stays empty.
    const isListed = (one: Control) => !!one.closest('.list-input')?.querySelector('li')
    const lacks = demanded.some(one => isOpen(one) && !isListed(one) && one.checkVisibility())
    if (lacks && form instanceof HTMLFormElement) form.requestSubmit()
    return lacks && form instanceof HTMLFormElement
  })
  if (!isLacking) return []
  const wrong = form.locator('[aria-invalid=true]')
  const isSaid = () =>
    wrong
      .first()
      .waitFor({ timeout: 3_000 })
      .then(() => true)
      .catch(() => false)
  // What came late into the form may have taken the first answer with it.
  if (!(await isSaid()) && (await form.count()) > 0) {
    await form.evaluate(form => form instanceof HTMLFormElement && form.requestSubmit())
    await isSaid()
  }
  if ((await form.count()) === 0) return ['12, it is taken as it stands']
  return form.evaluate(async form => {
    const wrong = [...form.querySelectorAll('[aria-invalid=true]')]
    const faults: string[] = wrong.length > 0 ? [] : ['12, nothing is said']
    for (const one of wrong) {
      const ids = (one.getAttribute('aria-describedby') ?? '').split(' ')
      const error = ids.map(id => document.getElementById(id)).find(part => part?.matches('.field__error'))
      if (!error?.textContent?.trim()) faults.push(`14, untied: ${one.getAttribute('name')}`)
    }
    const [first] = wrong
    const isReached = () => {
      const { activeElement } = document
      // A long form lists what is missing, with a way to each, and goes to that list.
      const isListed = (activeElement?.querySelectorAll('a[href^="#"]').length ?? 0) >= wrong.length
      return !first || first === activeElement || first.contains(activeElement) || isListed
    }
    // The focus comes with what is drawn next; on a busy machine that is some frames later.
    for (let frame = 0; frame < 60 && !isReached(); frame++) await new Promise(requestAnimationFrame)
    if (!isReached()) faults.push('13')
    return faults
  })
}

/** One that is judged where its story is told, by its name in the table of all forms. */
export const faultsOfOneForm = async (_source: Judged, form: Locator) => [
  ...(await faultsOfForm(form)),
  ...(await faultsOfEmpty(form)),
]
