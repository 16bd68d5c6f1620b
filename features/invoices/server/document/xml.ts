import { plainWords } from '../../plain-words.ts'

export type Xml = {
  name: string
  attributes?: Readonly<Record<string, string>>
  content: string | readonly Child[]
}
/** Empty values are left out. */
export type Child = Xml | '' | null

/** Null without content: the rules refuse empty elements. */
export function element(
  name: string,
  content: string | null | readonly Child[],
  attributes: Readonly<Record<string, string>> = {},
): Xml | null {
  const filled = typeof content === 'string' ? plainWords(content) : (content ?? []).filter(Boolean)
  return filled.length > 0 ? { name, attributes, content: filled } : null
}

export const xmlOf = (root: Xml): string => `<?xml version="1.0" encoding="UTF-8"?>\n${written(root, '')}\n`

function written({ name, attributes = {}, content }: Xml, indent: string): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const inside =
    typeof content === 'string'
      ? escaped(content)
      : `\n${content.map(child => (child ? `${written(child, `${indent}  `)}\n` : '')).join('')}${indent}`
  return `${indent}<${name}${pairs.join('')}>${inside}</${name}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, sign => entities[sign] ?? '')
