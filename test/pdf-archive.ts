import { inflateSync } from 'node:zlib'
import { create } from 'fontkit'
import { parseXmlDocument } from 'slimdom'
import { getDocumentProxy } from 'unpdf'

/** What a PDF/A-3 carries and says of itself, read from its bytes as validators read them. */
export async function readArchive(bytes: Uint8Array) {
  const raw = Buffer.from(bytes).toString('latin1')
  const objects = objectsOf(raw)
  const dictionaries = objects.map(({ dictionary }) => dictionary)
  const document = await getDocumentProxy(new Uint8Array(bytes))
  const attached = ((await document.getAttachments()) ?? new Map()) as Map<string, { filename: string }>
  // One file at most: its bytes are those of the one embedded stream.
  const files = objects.filter(({ dictionary }) => /\/Type \/EmbeddedFile/.test(dictionary))
  const metadata = objects.find(({ dictionary }) => /\/Type \/Metadata/.test(dictionary))
  const fonts = objects.filter(({ dictionary }) => /\/Type \/Font\s[\s\S]*\/CIDFontType2/.test(dictionary))
  return {
    raw,
    dictionaries,
    /** Of each stream, how long it says that it is and how long it is. */
    lengths: objects.flatMap(({ dictionary, packed }) =>
      packed ? [[Number(/\/Length (\d+)/.exec(dictionary)?.[1]), packed.length]] : [],
    ),
    /** Of each font, what its dictionary and its file say of the widths of its glyphs, in thousandths. */
    widths: fonts.map(({ dictionary }) => widthsOf(dictionary, objects)),
    attachments: [...attached.values()].map(({ filename }, index) => ({
      filename,
      text: files[index]?.stream().toString('utf8') ?? '',
    })),
    xmp: Buffer.from(metadata?.stream() ?? '').toString('utf8'),
    /** Of the colours that all colours in it mean. */
    profile: objects.find(({ dictionary }) => /\/N 3\b/.test(dictionary))?.stream(),
    contents: objects
      .filter(({ dictionary, body }) => /^<<\s*\/Length \d+\s*\/Filter \/FlateDecode\s*>>/.test(dictionary) && body)
      .map(object => object.stream().toString('latin1')),
  }
}

function objectsOf(raw: string) {
  return [...raw.matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)\nendobj/g)].map(([, number, body = '']) => {
    const [dictionary = '', ...streams] = body.split('\nstream\n')
    const stream = () => {
      const packed = Buffer.from(streams.join('\nstream\n').replace(/\nendstream$/, ''), 'latin1')
      return /\/FlateDecode/.test(dictionary) ? inflateSync(packed) : packed
    }
    const packed =
      streams.length > 0 ? Buffer.from(streams.join('\nstream\n').replace(/\nendstream$/, ''), 'latin1') : null
    return { number: Number(number), dictionary, body, stream, packed }
  })
}
type PdfObject = ReturnType<typeof objectsOf>[number]

function widthsOf(font: string, objects: readonly PdfObject[]): [said: number[], there: number[]] {
  const at = (dictionary: string | undefined, key: string) => {
    const number = Number(new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary ?? '')?.[1])
    return objects.find(object => object.number === number)
  }
  const file = at(at(font, 'FontDescriptor')?.dictionary, 'FontFile2')?.stream()
  const said = /\/W \[0 \[([^\]]*)\]/.exec(font)?.[1]?.split(' ').map(Number) ?? []
  const read = file && create(file)
  if (!read || !('numGlyphs' in read)) return [said, []]
  const there = Array.from(
    { length: read.numGlyphs },
    (_, glyph) => (read.getGlyph(glyph).advanceWidth * 1000) / read.unitsPerEm,
  )
  return [said, there]
}

/** Which properties a description uses of a vocabulary that PDF/A does not know, and which it explains. */
function ownWords(xmp: string): { used: string[]; explained: string[] } {
  return {
    used: [...xmp.matchAll(/<fx:(\w+)>/g)].map(([, name = '']) => name).toSorted(),
    explained: [...xmp.matchAll(/<pdfaProperty:name>(\w+)</g)].map(([, name = '']) => name).toSorted(),
  }
}

/** PDF/A knows these; any other is explained. */
const knownPrefixes = ['dc', 'fx', 'pdf', 'pdfaExtension', 'pdfaProperty', 'pdfaSchema', 'pdfaid', 'rdf', 'x', 'xmp']

function isXml(text: string): boolean {
  try {
    parseXmlDocument(text.replace(/<\?xpacket[^>]*\?>/g, '').trim())
    return true
  } catch {
    return false
  }
}

/** How deep a page keeps what it draws with. */
function depthOf(content: string): number {
  let [depth, deepest] = [0, 0]
  for (const [operator] of content.matchAll(/^[qQ]$/gm)) {
    depth += operator === 'q' ? 1 : -1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}

/** Breaches of ISO 19005-3, level B, as far as a few lines can see them; the rules are named as veraPDF names them. */
export function archiveBreaches({
  raw,
  dictionaries,
  xmp,
  profile,
  contents,
  lengths,
  widths,
}: Awaited<ReturnType<typeof readArchive>>): string[] {
  const every = (pattern: RegExp) => dictionaries.filter(dictionary => pattern.test(dictionary))
  const found = (pattern: RegExp) => every(pattern).length > 0
  const drawn = contents.filter(content => /\bBT\n/.test(content))
  const glyphs = drawn.flatMap(content => [...content.matchAll(/<([0-9a-f]+)>/g)].map(([, codes = '']) => codes))
  const boxes = dictionaries.flatMap(one => [...one.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)])
  const { used, explained } = ownWords(xmp)
  const title = /<rdf:li xml:lang="x-default">([^<]*)/.exec(xmp)?.[1]
  const checks: [string, boolean][] = [
    ['6.1.2 header', /^%PDF-1\.7\n%[\x80-\xff]{4}\n/.test(raw)],
    ['6.1.3 file identifier', /\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/.test(raw)],
    ['6.1.3 no encryption', !/\/Encrypt/.test(raw)],
    ['6.1.3 ends at once', raw.endsWith('%%EOF\n')],
    [
      '6.1.7 filters',
      !dictionaries.some(one => /\/Filter/.test(one) && !/\/Filter \/(FlateDecode|DCTDecode)/.test(one)),
    ],
    ['6.1.6 strings of figures', glyphs.every(codes => codes.length % 4 === 0)],
    ['6.1.7 lengths', lengths.length > 0 && lengths.every(([said, there]) => said === there)],
    ['6.1.13 names', !dictionaries.some(one => /\/[^\s/<>[\]()]{128}/.test(one))],
    ['6.1.13 strings', !dictionaries.some(one => /\([^)]{32767}/.test(one))],
    [
      '6.1.13 numbers',
      !dictionaries.some(one => /(?<![\w.<])\d{10}(?![\w.>])/.test(one.replace(/\([^)]*\)|<[0-9a-f]*>/g, ''))),
    ],
    ['6.1.13 nesting', drawn.every(content => depthOf(content) <= 28)],
    [
      '6.1.13 pages',
      boxes.length > 0 && boxes.every(box => box.slice(1).every(side => Number(side) >= 3 && Number(side) <= 14_400)),
    ],
    ['6.2.2 resources', every(/\/Type \/Page\s/).every(one => /\/Resources \d+ 0 R/.test(one))],
    ['6.2.5 graphics states', !found(/\/(TR|TR2|HTP|HTO|HT|BG|UCR|BM) /)],
    ['6.2.8 interpolation', !found(/\/Interpolate true/)],
    ['6.2.9 forms', !found(/\/Subtype \/(Form|PS)\b|\/Ref /)],
    ['6.2.11.4.2 no list of glyphs', !found(/\/(CIDSet|CharSet) /)],
    [
      // Of those that are drawn: the first stands for a letter that is missing.
      '6.2.11.5 widths',
      widths.length > 0 &&
        widths.every(
          ([said, there]) =>
            said.length > 0 &&
            said.length <= there.length &&
            said.every((width, glyph) => glyph === 0 || Math.abs(width - (there[glyph] ?? Number.NaN)) <= 1),
        ),
    ],
    [
      '6.2.11.8 a glyph for each letter',
      glyphs.length > 0 && !glyphs.some(codes => codes.match(/.{4}/g)?.includes('0000')),
    ],
    ['6.4 no forms', !found(/\/(AcroForm|XFA|NeedsRendering|Perms|Sig)\b/)],
    ['6.6.2.1 a description in UTF-8', isXml(xmp) && !/<\?xpacket begin[^>]*(bytes|encoding)=/.test(xmp)],
    [
      '6.6.2.3.1 words that are known',
      [...xmp.matchAll(/<(\w+):/g)].every(([, prefix = '']) => knownPrefixes.includes(prefix)),
    ],
    ['6.6.2.3.3 or explained', JSON.stringify(used) === JSON.stringify(explained)],
    ['6.11 no requirements', !found(/\/Requirements\b|\/AlternatePresentations\b|\/PresSteps\b/)],
    ['6.1.7 nothing outside', !found(/\/(FFilter|FDecodeParms)\b/)],
    ['6.2.3 output intent', found(/\/S \/GTS_PDFA1[\s\S]*\/DestOutputProfile \d+ 0 R/)],
    [
      '6.2.3 profile',
      profile?.subarray(36, 40).toString() === 'acsp' && profile.subarray(16, 20).toString() === 'RGB ',
    ],
    ['6.2.4 device colours of the profile', contents.every(content => !/\s[Kk]\s|\/DeviceCMYK/.test(content))],
    ['6.2.8 images', !found(/\/Subtype \/Image[\s\S]*\/(Alternates|OPI|SMask)/)],
    ['6.2.10 no transparency', !found(/\/(ca|CA) 0|\/SMask/)],
    ['6.2.11.4.1 fonts inside', every(/\/Type \/FontDescriptor/).every(one => /\/FontFile2 \d+ 0 R/.test(one))],
    ['6.2.11.3 composite fonts', every(/\/Subtype \/CIDFontType2/).every(one => /\/CIDToGIDMap \/Identity/.test(one))],
    ['6.2.11.4 only of our own', every(/\/BaseFont/).every(one => /\/BaseFont \/[A-Z]{6}\+/.test(one))],
    ['6.2.11.7 text', every(/\/Subtype \/Type0/).every(one => /\/ToUnicode \d+ 0 R/.test(one))],
    ['6.3 no annotations', !found(/\/Type \/Annot/)],
    ['6.5 no actions', !found(/\/(OpenAction|AA|JavaScript|JS|Launch|URI)\b/)],
    [
      '6.6.2 metadata',
      /^<\?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"\?>/.test(xmp) && xmp.endsWith('<?xpacket end="w"?>'),
    ],
    ['6.6.2.3 title', title !== undefined && title !== ''],
    ['6.6.4 identification', /<pdfaid:part>3<[\s\S]*<pdfaid:conformance>B</.test(xmp)],
    ['6.7 language', found(/\/Type \/Catalog[\s\S]*\/Lang \(/)],
    [
      '6.8 embedded files',
      every(/\/Type \/EmbeddedFile/).every(one => /\/Subtype \/text#2Fxml/.test(one) && /\/ModDate/.test(one)),
    ],
    [
      '6.8 file specifications',
      every(/\/Type \/Filespec/).every(one =>
        ['/AFRelationship /', '/F (', '/UF (', '/EF'].every(key => one.includes(key)),
      ),
    ],
    ['6.8 associated', every(/\/Type \/Filespec/).length === 0 || found(/\/Type \/Catalog[\s\S]*\/AF \[/)],
    ['6.10 no optional content', !found(/\/OCProperties|\/OCGs/)],
  ]
  return checks.flatMap(([rule, holds]) => (holds ? [] : [rule]))
}
