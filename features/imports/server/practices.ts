import * as v from 'valibot'
import { type ColleagueRole, keptOf } from '#features/colleagues/rules.ts'
import { type Invite, isAddressTaken } from '#features/people/server/invitations-sql.ts'
import {
  insertMember,
  insertPractice,
  listHoldersOf,
  loginOf,
  type NewPerson,
} from '#features/people/server/members-sql.ts'
import {
  insertEmptyPractice,
  type KnownPractice,
  listKnownPractices,
  type NewPractice,
} from '#features/people/server/practices-sql.ts'
import { ImportedPerson, ImportedPractice } from '#features/practices/input.ts'
import { inputErrors } from '#kit/input.ts'
import { Problem } from '#kit/problem.ts'
import { isText } from '#kit/server/table-file.ts'
import type { Staff } from '#tenancy/server/actor.ts'
import { type FieldName, fieldsOf } from '../fields.ts'
import { countryIn, daysIn, languageIn, roleIn, type Said } from './cells.ts'
import { type Answers, type Entry, Faults, nothingUnsaid, type Reading, type Verdict } from './kind.ts'
import { PracticeNames } from './practice-names.ts'

type Practice = v.InferOutput<typeof ImportedPractice>
/**
 * A practice without an id does not exist yet: its first line makes it, and the others must agree with that. `first` is
 * its manager, even if the line gives another role (`isTaken`).
 */
type Place = Omit<KnownPractice, 'id'> & {
  id: string | undefined
  first?: Entry
  isTaken?: boolean
  said?: Partial<Practice>
}
type Holder = Awaited<ReturnType<typeof listHoldersOf>>[number]

const readers = {
  country: countryIn,
  language: languageIn,
  deliveryDays: daysIn,
  openingDays: daysIn,
} as const satisfies Partial<Record<FieldName, (cell: string) => Said<unknown>>>

/** Practice fields in which the lines of one practice must agree, or be empty. */
const ofPractice = [
  'address',
  'postalCode',
  'city',
  'country',
  'deliveryInstruction',
  'deliveryDays',
  'openingDays',
] as const

const fields = fieldsOf('practices')
const isField = (path: string): path is FieldName => fields.some(({ name }) => name === path)
const bare = (said: unknown) => String(said).replace(/\s/g, '').toUpperCase()

/** Spreadsheets read postal codes and telephone numbers as numbers and drop the leading 0. */
function withZeros({ line, said }: Entry): Entry {
  const country = said.country ? countryIn(said.country) : { value: 'FR' }
  if (!('value' in country && country.value === 'FR')) return { line, said }
  const { postalCode = '', phone = '' } = said
  return {
    line,
    said: {
      ...said,
      ...(/^\d{4}$/.test(postalCode) && { postalCode: `0${postalCode}` }),
      ...(/^[1-9]\d{8}$/.test(phone) && { phone: `0${phone}` }),
    },
  }
}

type Asked = { kind: 'practices' | 'people'; invite: Invite; answers: Answers }

/**
 * A line is a person of a practice: of a new one, whose manager is on its first line, or of an existing one, which stays
 * as it is. Files of people only name existing practices: a slightly different name does not make a new one.
 */
export async function readPractices(
  staff: Staff,
  importId: string,
  { kind, invite, answers }: Asked,
): Promise<Reading> {
  const practices = new PracticeNames<Place>(await listKnownPractices(staff))
  const seen = new Set<string>()
  const unsaid = { ...nothingUnsaid }
  let ready: { place: Place; practice: NewPractice; member?: { person: NewPerson; role: ColleagueRole } }[] = []

  /** A line without an address or without a name: the practice comes with nobody, who is invited once both are there. */
  const isNobody = ({ said }: Entry) => kind === 'practices' && (!said.email || (!said.firstName && !said.lastName))

  /** Finds the practice by name, and by postal code where several share it; otherwise a new one. */
  function placeOf(entry: Entry, faults: Faults): Place | undefined {
    const { name = '', postalCode = '' } = entry.said
    if (!name) return undefined
    const [known, another] = practices.find({ name, postalCode })
    if (known && another) return void faults.add('name', 'practice_unclear')
    if (!known && kind === 'people') return void faults.add('name', 'practice_unknown')
    const place: Place = known ?? { id: undefined, name, postalCode, isDisabled: false, isEmpty: true, former: [] }
    if (!known) practices.add(place)
    if (place.isEmpty && !isNobody(entry)) place.first ??= entry
    return place
  }

  /** Reports all faults of a line at once, except those that follow from another fault. */
  function judgeOne(entry: Entry, holders: readonly Holder[]): Verdict {
    const faults = new Faults(entry)
    const said: Entry['said'] = { ...entry.said }
    for (const [field, cell] of Object.entries(said) as [FieldName, string][]) {
      if (isText(cell)) continue
      faults.add(field, 'not_text')
      said[field] = ''
    }
    const { role: roleSaid = '', ...words } = said
    const asked: Record<string, unknown> = { ...words }
    for (const [field, reader] of Object.entries(readers)) {
      const cell = said[field as keyof typeof readers]
      delete asked[field]
      if (!cell) continue
      const value = reader(cell)
      if ('value' in value) asked[field] = value.value
      else faults.add(field as FieldName, value.fault)
    }
    const read = { line: entry.line, said }
    if (isNobody(entry)) return judgeEmpty(read, asked, faults, holders)
    const login = loginOf({ email: said.email ?? '' })
    if (login && seen.has(login)) faults.add('email', 'repeated')
    seen.add(login)
    const place = placeOf(read, faults)
    const judged = judgedAs(ImportedPerson, asked, faults)
    const isFirst = place !== undefined && place.first === read
    const practice = practiceIn(asked, faults)
    if (isFirst) place.said ??= practice
    findDifferences(read, place, practice, faults)
    const held = heldBy(login, holders)
    const isThere = place?.id !== undefined && held.some(({ practiceId }) => practiceId === place.id)
    if (place && !isThere && held.some(({ isReleased }) => !isReleased)) faults.add('email', 'login_taken')
    if (place?.isDisabled && !isThere) faults.add('name', 'practice_disabled')
    // Existing people keep their role, whatever the file says.
    const role = isThere ? undefined : roleOf(roleSaid, place, isFirst, faults)
    if (!place || !judged || !faults.isEmpty) return { faults: faults.list }
    if (!role) return { outcome: 'unchanged' }

    const { name, title, firstName, lastName, email, phone, language } = judged
    const own = { title, firstName, lastName, email, phone, language }
    ready.push({ place, practice: asNew(judged), member: { person: own, role: role.value } })
    if (role.isAssumed) unsaid[role.value === 'manager' ? 'managers' : 'doctors'] += 1
    const isNew = place.id === undefined
    return {
      outcome: 'added',
      line: entry.line,
      isAsked: role.isAssumed && roleSaid !== '',
      shown: () => ({
        values: {
          name,
          person: [own.title, own.firstName, own.lastName].filter(Boolean).join(' '),
          email: own.email,
          role: role.value,
          ...(role.isAssumed && roleSaid && { roleSaid }),
          practice: isNew ? 'new' : 'known',
        },
        before: {},
        assumed: role.isAssumed ? ['role'] : [],
      }),
    }
  }

  /**
   * The first person of a practice decides who else comes in, so a role other than manager is queried. A later line that
   * names a manager is a fault: it should have been the first.
   */
  function roleOf(roleSaid: string, place: Place | undefined, isFirst: boolean, faults: Faults) {
    if (!roleSaid) return { value: isFirst ? 'manager' : 'doctor', isAssumed: true } as const
    const role = roleIn(roleSaid)
    if ('fault' in role) return void faults.add('role', role.fault)
    if (place && isFirst && role.value !== 'manager') {
      place.isTaken = true
      // A manager sees all invoices: no rule may grant what the file denies.
      if (role.value === 'practiceDoctor') return void faults.add('role', 'manager_sees_invoices')
      return { value: 'manager', isAssumed: true } as const
    }
    if (place?.isTaken && role.value === 'manager') return void faults.add('role', 'manager_first')
    return { value: role.value, isAssumed: false }
  }

  /** Data of an existing practice are ignored, as always; but a person named there must not be dropped silently. */
  function judgeEmpty(
    entry: Entry,
    asked: Record<string, unknown>,
    faults: Faults,
    holders: readonly Holder[],
  ): Verdict {
    const place = placeOf(entry, faults)
    const judged = judgedAs(ImportedPractice, asked, faults)
    const practice = practiceIn(asked, faults)
    const isNew = place !== undefined && place.id === undefined && place.said === undefined
    const { firstName, lastName, email = '' } = entry.said
    // Somebody is there already, so the line is about another person; nobody is dropped in silence.
    const isAboutPerson = place !== undefined && !isNew && !(place.id && place.isEmpty)
    if (isAboutPerson && (firstName || lastName)) faults.add('email', 'address_missing')
    // Without columns for names, the address is the practice's; with them, it is somebody's unless they are there.
    if (isAboutPerson && email && lastName !== undefined && !isHeldAt(place, email, holders))
      faults.add('lastName', 'required')
    if (isNew) place.said = practice
    findDifferences(entry, place, practice, faults)
    if (!place || !judged || !faults.isEmpty) return { faults: faults.list }
    if (!isNew) return { outcome: 'unchanged' }
    ready.push({ place, practice: asNew(judged) })
    unsaid.unaddressed += 1
    const values = {
      name: judged.name,
      person: '',
      email: '',
      role: '',
      practice: 'new',
      ...(email && { unnamed: email }),
    }
    return { outcome: 'added', line: entry.line, shown: () => ({ values, before: {}, assumed: [] }) }
  }

  async function writeOne(writer: Staff, { place, practice, member }: (typeof ready)[number]) {
    if (!member) {
      place.id ??= await insertEmptyPractice(writer, practice, { importId })
      return undefined
    }
    const { person, role } = member
    if (place.id !== undefined) return insertMember(writer, place.id, person, keptOf(role), { importId })
    const { practiceId, manager } = await insertPractice(writer, practice, person, { importId })
    place.id = practiceId
    return manager
  }

  return {
    unsaid: () => unsaid,
    async judge(reader, entries) {
      ready = []
      const logins = entries.flatMap(({ said: { email = '' } }) => (email && isText(email) ? [loginOf({ email })] : []))
      const holders = await listHoldersOf(reader, logins)
      return entries.map(entry => judgeOne(withZeros(entry), holders))
    },
    async write(writer) {
      for (const one of ready) {
        const invited = await writeOne(writer, one).catch(error => {
          // Somebody has just taken the address on another screen.
          throw isAddressTaken(error) ? new Problem('import_moved', 409) : error
        })
        if (invited && answers.invitations === 'now') await invite(writer, invited)
      }
      ready = []
    },
  }
}

const heldBy = (login: string, holders: readonly Holder[]) =>
  login ? holders.filter(holder => holder.login === login || holder.email === login) : []

const isHeldAt = (place: Place, email: string, holders: readonly Holder[]) =>
  place.id !== undefined && heldBy(loginOf({ email }), holders).some(({ practiceId }) => practiceId === place.id)

function judgedAs<T extends typeof ImportedPerson | typeof ImportedPractice>(
  shape: T,
  asked: Record<string, unknown>,
  faults: Faults,
): v.InferOutput<T> | undefined {
  const judged = v.safeParse(shape, asked)
  if (judged.success) return judged.output
  for (const { path, code } of inputErrors(judged.issues)) faults.add(isField(path) ? path : null, code)
  return undefined
}

/** The line's valid practice fields, to be compared even if something else in the line is wrong. */
function practiceIn(asked: Record<string, unknown>, faults: Faults): Partial<Practice> {
  const parts = ofPractice.flatMap(field => {
    const judged = v.safeParse(ImportedPractice.entries[field], asked[field])
    return judged.success && !faults.list.some(fault => fault.field === field) ? [[field, judged.output]] : []
  })
  return Object.fromEntries(parts)
}

/** Lines of one practice must agree. */
function findDifferences({ said }: Entry, place: Place | undefined, practice: Partial<Practice>, faults: Faults) {
  const before = place?.said
  for (const field of ofPractice)
    if (before && said[field] && field in before && field in practice && bare(before[field]) !== bare(practice[field]))
      faults.add(field, 'differs')
}

function asNew({ country, deliveryInstruction, deliveryDays, openingDays, ...practice }: Practice): NewPractice {
  const { name, rppsSiretSiren, address, postalCode, city, phone } = practice
  return {
    ...{ name, rppsSiretSiren, address, postalCode, city, phone, countryCode: country },
    ...(deliveryDays && { deliveryDays }),
    ...(openingDays && { openingDays }),
    deliveryInstruction: deliveryInstruction || null,
  }
}
