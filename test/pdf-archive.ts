import { inflateSync } from 'node:zlib'
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
  return {
    raw,
    dictionaries,
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
  return [...raw.matchAll(/(\d+) 0 obj\r?\n([\s\S]*?)\nendobj/g)].map(([, , body = '']) => {
    const [dictionary = '', ...streams] = body.split('\nstream\n')
    const stream = () => {
      const packed = Buffer.from(streams.join('\nstream\n').replace(/\nendstream$/, ''), 'latin1')
      return /\/FlateDecode/.test(dictionary) ? inflateSync(packed) : packed
    }
    return { dictionary, body, stream }
  })
}

/** Breaches of ISO 19005-3, level B, as far as a few lines can see them; the rules are named as veraPDF names them. */
export function archiveBreaches({
  raw,
  dictionaries,
  xmp,
  profile,
  contents,
}: Awaited<ReturnType<typeof readArchive>>): string[] {
  const every = (pattern: RegExp) => dictionaries.filter(dictionary => pattern.test(dictionary))
  const found = (pattern: RegExp) => every(pattern).length > 0
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
