import type { ScanRole } from './contract.ts'

/**
 * Names that scanners and people use in three languages, most specific first: "upperjaw-marker" is a marker,
 * "AbutmentAlignmentScan" no jaw.
 */
const roleWords: readonly [ScanRole, RegExp][] = [
  ['marker', /marker|marqueur/],
  ['abutment', /abutment|scan ?body|scan ?koe?rper|pilier|implant/],
  ['gingiva', /gingiva|gencive|zahnfleisch|emergence/],
  // The name Bisson must not count as a bite.
  ['bite', /occlusion|okklusion|bite|mordu|\bbiss(?:nahme|registr|scan|\b)|buccal|vestibul/],
  ['antagonist', /antagonist|gegenkiefer|gegenbiss/],
  ['preparation', /prepar|prae?par|\bprep\b|\bprap\b/],
  ['upper', /maxillary|maxillaire|upper|superieure?|oberkiefer|\boben\b|\bhaut\b|\bmax\b|\bsup\b/],
  ['lower', /mandibular|mandibulaire|mandibule|lower|inferieure?|unterkiefer|\bunten\b|\bbas\b|\bmand\b|\binf\b/],
]

const marks = /\p{M}/gu
/** Letters without accents, one for one, so that indexes stay the same. */
const folded = (text: string) =>
  [...text.normalize('NFC')].map(sign => [...sign.normalize('NFD').replace(marks, '')][0]?.toLowerCase() ?? ' ')

/** The role a scan's name tells; undefined where it tells none. */
export function roleOfName(name: string): ScanRole | undefined {
  const words = folded(name.replace(/\.[a-z0-9]+$/i, ''))
    .join('')
    .replace(/[_\-.()]+/g, ' ')
  return roleWords.find(([, pattern]) => pattern.test(words))?.[0]
}

type Named = { readonly name: string; readonly role: ScanRole | null }
export type OrderedJaws = ReadonlySet<'upper' | 'lower'>

/**
 * The role of each scan. A single scan without a role is taken for the jaw that the work is in, if no other file shows that
 * jaw; with two such scans it is unknown which.
 */
export function rolesOfScans<File extends Named>(scans: readonly File[], jaws: OrderedJaws): Map<File, ScanRole> {
  const roles = new Map<File, ScanRole>()
  for (const scan of scans) if (scan.role) roles.set(scan, scan.role)
  const [unnamed, another] = scans.filter(scan => !roles.has(scan))
  const [jaw, otherJaw] = [...jaws]
  const has = jaw && jawsShown([...roles.values()], jaws).has(jaw)
  if (unnamed && !another && jaw && !otherJaw && !has) roles.set(unnamed, jaw)
  return roles
}

const opposite = { upper: 'lower', lower: 'upper' } as const

/** A preparation shows the jaw that the work is in, an antagonist the other one. */
function jawsShown(roles: readonly ScanRole[], jaws: OrderedJaws): Set<'upper' | 'lower'> {
  const shown = new Set<'upper' | 'lower'>()
  for (const role of roles) {
    if (role === 'upper' || role === 'lower') shown.add(role)
    if (role === 'preparation') for (const jaw of jaws) shown.add(jaw)
    if (role === 'antagonist') for (const jaw of jaws) shown.add(opposite[jaw])
  }
  return shown
}

/** The scans a laboratory needs before it begins, and whether they are there. */
export function scansThere(roles: readonly ScanRole[], jaws: OrderedJaws) {
  const shown = jawsShown(roles, jaws)
  return { upper: shown.has('upper'), lower: shown.has('lower'), bite: roles.includes('bite') }
}

/** Whether the name is `plain` as a browser or system names a copy: "scan_(3).stl", "scan - Copie.stl". */
export function isCopyOf(name: string, plain: string): boolean {
  const [stem, extension] = partsOf(name)
  const original = stem.replace(/[ _-]?\(\d{1,3}\)$| - (?:copie|copy)$/i, '')
  return original !== stem && original + extension === plain
}

const partsOf = (fileName: string): [stem: string, extension: string] => {
  const dot = fileName.lastIndexOf('.')
  return dot > 0 ? [fileName.slice(0, dot), fileName.slice(dot)] : [fileName, '']
}

/** Words, other than the patient's name, that scanners, software and practices put into file names. */
const plainWords = new Set(
  `scan scans scanbody body jaw jaws upperjaw lowerjaw arch arcade arcades model models modele modeles dent dents tooth teeth
  dentition situ situation first second left right gauche droite droit lateral total full complete complet complete
  preop pre post raw export exported final finale copy copie new nouveau nouvelle mesh color colour couleur texture stl ply obj
  trios itero medit cerec primescan omnicam carestream exocad dexis planmeca shining aoralscan straumann sirona shape align
  alignment
  crown couronne bridge inlay onlay facette veneer gouttiere splint provisoire temporary teinte shade photo photos image images
  img dsc pxl screenshot whatsapp capture sourire smile portrait face profil profile intraoral intra oral extra radio xray pano
  panoramique cbct ordonnance prescription bon fiche devis document file fichier page date haut bas max mand avec with and the
  pour for sans without les des vue view gingivale gingival base design empreinte impression antagoniste antagonistes inferieur
  superieur maxilla mandible mandibula occlusion occlusionfirst occlusionsecond occlusal bitescan vestibulaire buccale
  preparations prepscan prepared machoire machoires sup inf
  kiefer zahn zahne zaehne krone kronen brucke bruecke schiene provisorium zahnfarbe farbe abdruck abformung modell modelle
  rechts links oben unten gesamt vollstandig neu neue kopie endgultig foto fotos bild bilder rezept auftrag befund datei seite
  ansicht scankorper mit ohne fur fuer und`.split(/\s+/),
)

/** Words of a file's name that may be the patient's name: not a role, a scanner's word, a number or the code. */
export function strangeWords(fileName: string, code: string): string[] {
  const [stem] = partsOf(fileName)
  const known = folded(code).join('')
  return stem
    .normalize('NFC')
    .replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => {
      const plain = folded(word).join('')
      const isWord = /^\p{L}{3,}$/u.test(word)
      return isWord && !plainWords.has(plain) && !known.includes(plain) && roleOfName(plain) === undefined
    })
}

const codeOfPatient = /^(\p{L}{1,6})[^\p{L}\p{N}]?(\d{3,10})$/u
const codesInName = /(?<![\p{L}\p{N}])(\p{L}{1,6})[^\p{L}\p{N}]?(\d{3,10})(?![\p{L}\p{N}])/gu

/** Another code in the name that has the format of this patient's: the file may be another patient's. */
export function otherCodeIn(fileName: string, code: string): string | undefined {
  const [, letters = '', digits = ''] = codeOfPatient.exec(code.trim()) ?? []
  if (digits === '') return undefined
  const [stem] = partsOf(fileName)
  for (const [found, itsLetters = '', itsDigits = ''] of stem.matchAll(codesInName)) {
    const isAlike = itsLetters.toLowerCase() === letters.toLowerCase() && itsDigits.length === digits.length
    if (isAlike && itsDigits !== digits) return found
  }
  return undefined
}

const shortestPart = 3

const codeInName = (code: string) => code.replace(/[^\p{L}\p{N}]+/gu, '-')
/** The maximum length of a name; a longer code could exceed it. */
const longestName = 200
const whole = (stem: string, extension: string) => stem.slice(0, longestName - extension.length) + extension

/** The file's name with the patient's code in place of each part of their name, as domain.md requires. */
export function withoutPatient(fileName: string, patient: string | null | undefined, code: string): string {
  const parts = folded(patient ?? '')
    .join('')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(part => part.length >= shortestPart)
  const [stem, extension] = partsOf(fileName)
  const signs = [...stem.normalize('NFC')]
  const plain = folded(stem)
  const isNamed = signs.map(() => false)
  for (const part of parts) {
    const length = [...part].length
    for (let at = 0; at + length <= plain.length; at++)
      if (plain.slice(at, at + length).join('') === part) isNamed.fill(true, at, at + length)
  }
  if (!isNamed.includes(true)) return fileName
  const safeCode = codeInName(code)
  const kept = signs.map((sign, at) => (isNamed[at] ? (isNamed[at - 1] ? '' : '\0') : sign)).join('')
  const named = kept.replace(/\0(?:[\s_.,-]*\0)*/g, safeCode)
  return whole(named, extension)
}

/** A shorter code could equally be a tooth, a shade or a count. */
const shortestCode = 3
const isTelling = (code: string) => /\p{L}/u.test(code) && (code.match(/[\p{L}\p{N}]/gu) ?? []).length >= shortestCode

/**
 * Replaces a patient's former code in a file's name by the new one, where it stands as a separate word. A single pass from
 * left to right, so that replacements are not replaced again.
 */
export function withOtherCode(fileName: string, before: string, after: string): string {
  if (before === after || !isTelling(before)) return fileName
  const [stem, extension] = partsOf(fileName)
  const spellings = [before, codeInName(before)]
  let named = ''
  for (let at = 0; at < stem.length; ) {
    const found = spellings.find(
      code => stem.startsWith(code, at) && !isOfWord(stem[at - 1]) && !isOfWord(stem[at + code.length]),
    )
    named += found ? codeInName(after) : stem[at]
    at += found?.length ?? 1
  }
  return named === stem ? fileName : whole(named, extension)
}

const isOfWord = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)
