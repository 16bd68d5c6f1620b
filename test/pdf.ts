import { getDocumentProxy } from 'unpdf'

type Structure = { role?: string; children?: readonly (Structure | { type: string; id: string })[] }
export type PdfPart = { tag: string; text: string }

/** A PDF as its readers meet it: who looks at its pages, who hears its parts in their order, who opens its properties. */
export async function readPdf(bytes: Uint8Array) {
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const pages: string[] = []
  const parts: PdfPart[] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: true })
    const words: string[] = []
    const byContent = new Map<string, string>()
    let content = ''
    for (const item of items) {
      if ('str' in item) {
        words.push(item.str)
        byContent.set(content, `${byContent.get(content) ?? ''}${item.str}`)
      } else if (item.type === 'beginMarkedContentProps') content = item.id ?? ''
      else if (item.type === 'endMarkedContent') content = ''
    }
    pages.push(words.join('\n'))
    parts.push(...partsOf((await page.getStructTree()) as Structure, byContent))
  }
  const { info } = await document.getMetadata()
  const { Title: title, Language: language } = info as { Title?: string; Language?: string }
  const isTagged = (await document.getMarkInfo())?.Marked === true
  return { title, language, isTagged, pages, parts, text: parts.map(part => part.text).join('\n') }
}

function partsOf({ role, children = [] }: Structure, byContent: Map<string, string>): PdfPart[] {
  // One content a line.
  const lines = children.flatMap(child => ('id' in child ? [byContent.get(child.id)?.trim()] : [])).filter(Boolean)
  return [
    ...(role && lines.length > 0 ? [{ tag: role, text: lines.join(' ') }] : []),
    ...children.flatMap(child => ('id' in child ? [] : partsOf(child, byContent))),
  ]
}
