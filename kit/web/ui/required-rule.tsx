import { useLanguage } from '../text.tsx'
import './field.css'

const rule = {
  fr: 'Obligatoire, sauf mention contraire.',
  en: 'Required unless marked.',
}

/** At the head of a form; read only where both kinds stand in it. */
export function RequiredRule() {
  return <p className="required-rule">{rule[useLanguage()]}</p>
}
