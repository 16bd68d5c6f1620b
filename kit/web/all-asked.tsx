import './all-asked.css'
import { en } from './text/all-asked-en.ts'
import { fr } from './text/all-asked-fr.ts'
import { useLanguage } from './text.tsx'

/** Both languages inline: smaller than requesting a file. */
const sentences = { fr, en }

/** Comes first in a form in which some fields are optional. */
export function AllAsked() {
  return <p className="all-asked muted small">{sentences[useLanguage()]}</p>
}
