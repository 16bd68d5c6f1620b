import { html, raw } from 'hono/html'
import type { Language } from '#kit/language.ts'
import { columnWord, exportText } from './export-text.ts'

type Row = Readonly<Record<string, unknown>>
export type Section = { title: string; rows: readonly Row[] }
type Page = { language: Language; title: string; notes: readonly string[]; sections: readonly Section[] }

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem}
table{border-collapse:collapse;display:block;overflow-x:auto}th,td{border:1px solid #bbb;padding:.25rem .5rem;
text-align:left;vertical-align:top;white-space:pre-wrap}`

/** A file for browsers: everything that people have typed is shown as text. */
export const exportPage = async ({ language, title, notes, sections }: Page): Promise<string> =>
  String(
    await html`<!doctype html>
<html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'"><style>${raw(style)}</style>
<h1>${title}</h1>${notes.map(note => html`<p>${note}</p>`)}
${sections.map(section => html`<h2>${section.title}</h2>${table(section.rows, language)}`)}</html>`,
  )

function table(rows: readonly Row[], language: Language) {
  const [first] = rows
  if (!first) return html`<p>${exportText[language].nothing}</p>`
  const columns = Object.keys(first)
  return html`<table><thead><tr>${columns.map(column => html`<th>${columnWord(column, language)}</th>`)}</tr></thead>
<tbody>${rows.map(row => html`<tr>${columns.map(column => html`<td>${wordsOf(row[column], language)}</td>`)}</tr>`)}</tbody></table>`
}

function wordsOf(value: unknown, language: Language): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? exportText[language].yes : exportText[language].no
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
