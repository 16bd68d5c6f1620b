// `npm run bench:staff`: what the lists, the board, the intake and the first screen of a laboratory's people cost among ten
// thousand cases and among a million, asked in turns, so that whatever else the machine does is in both.
import { addDays } from '#kit/day.ts'
import { type Laboratory, openLaboratories, shapes } from './staff-laboratories.ts'

const large = Number(process.env.BENCH_CASES ?? 1_000_000)
const small = 10_000
const rounds = Number(process.env.BENCH_ROUNDS ?? 60)
/** What addresses must match to be asked. */
const only = new RegExp(process.env.BENCH_ONLY ?? '')
const most = 1.3
/** In which statements are prepared, and Node learns what is asked often. */
const unseen = 3
/** Milliseconds: no ratio says anything of what is answered as fast as this. */
const soon = 5
const slow = 400
const width = 86

const say = (sentence: string) => process.stdout.write(`${sentence}\n`)
const today = new Date().toISOString().slice(0, 10)

/** Of a thousand cases that were delivered last, which are as many days as they are. */
const latest = (count: number) => addDays(today, -Math.max(1, Math.round(3_650_000 / count)))

const asked = [
  '/api/staff/waiting',
  '/api/staff/board',
  '/api/staff/board?practiceId={practice}',
  '/api/staff/board?technician=me',
  '/api/staff/board?technician={technician}',
  '/api/staff/board?technician=nobody',
  '/api/staff/orders',
  '/api/staff/orders?page=5',
  '/api/staff/orders?page=40',
  '/api/staff/orders?tab=history',
  '/api/staff/orders?tab=history&page=40',
  '/api/staff/orders?tab=all',
  '/api/staff/orders?tab=all&page=40',
  ...['in_progress', 'history', 'all'].flatMap(tab =>
    ['deliveryDate', 'appointmentDate', 'createdAt', 'code'].flatMap(by =>
      ['ASC', 'DESC'].map(order => `/api/staff/orders?tab=${tab}&sort_by=${by}&sort_order=${order}`),
    ),
  ),
  '/api/staff/orders?technician=me',
  '/api/staff/orders?technician={technician}',
  '/api/staff/orders?technician=nobody',
  '/api/staff/orders?tab=history&technician={technician}',
  '/api/staff/orders?practiceId={practice}',
  '/api/staff/orders?tab=history&practiceId={practice}',
  '/api/staff/orders?tab=all&practiceId={practice}',
  '/api/staff/orders?due=today',
  '/api/staff/orders?due=late',
  '/api/staff/orders?said=answer',
  '/api/staff/orders?said=message',
  '/api/staff/orders?said=problem',
  '/api/staff/orders?tab=all&said=problem',
  '/api/staff/orders?family={family}',
  '/api/staff/orders?tab=history&family={family}',
  '/api/staff/orders?deliveryDateFrom={today}&deliveryDateTo={today}',
  '/api/staff/orders?tab=all&deliveryDateFrom={today}&deliveryDateTo={today}',
  '/api/staff/orders?tab=history&deliveryDateFrom={before}&deliveryDateTo={before}',
  '/api/staff/orders?statuses=in_production',
  '/api/staff/orders?statuses=in_production&statuses=in_preparation',
  '/api/staff/orders?tab=history&statuses=cancelled',
  '/api/staff/orders?tab=history&statuses=delivered',
  '/api/staff/orders?statuses=registered&sort_by=appointmentDate&sort_order=ASC',
  '/api/staff/orders?statuses=registered&sort_by=createdAt&sort_order=ASC',
  '/api/staff/orders?search={code}',
  '/api/staff/orders?search=zoe',
  '/api/staff/orders?search=nobody',
  '/api/staff/orders?tab=all&search={code}',
  '/api/staff/orders?tab=all&search=zoe%20{number}',
  '/api/staff/orders?tab=history&search={code}',
  '/api/staff/orders/filters',
  '/api/staff/orders/{case}',
  '/api/staff/orders/{case}/load',
  '/api/staff/orders/{case}/bench-sheet',
  '/api/staff/labels/case?code={code}',
  '/api/staff/requests',
  '/api/staff/problems',
  '/api/staff/complaints',
  '/api/staff/complaints?state=decided',
  '/api/staff/sheets',
  '/api/staff/materials',
  '/api/staff/lots?words=LOT-000042',
  '/api/staff/lots/{lot}',
  '/api/staff/deliveries',
  '/api/staff/shipping',
  '/api/staff/rides',
  '/api/staff/supply-orders',
  '/api/staff/practices',
  '/api/staff/practices?search=00007',
  '/api/staff/practices/{practice}',
  '/api/staff/billing/practices',
  '/api/staff/billing/practices/{practice}',
  '/api/staff/figures?from={latest}&to={today}',
  '/api/staff/figures/cases?from={latest}&to={today}&list=delivered',
  '/api/staff/figures?from={year}&to={today}',
  '/api/staff/figures/cases?from={year}&to={today}&list=delivered',
  '/api/staff/audit',
  '/api/staff/audit?what=readings',
  '/api/staff/audit?what=cases',
  '/api/staff/audit?practiceId={practice}',
  '/api/staff/audit?orderId={case}',
  '/api/staff/audit?userId={technician}',
  '/api/staff/audit?from={before}&to={before}',
  '/api/staff/audit/subjects?search=T-0005000',
  '/api/staff/audit/cases?code=T-0005000',
  '/api/staff/audit/cases/{case}/readers',
  '/api/staff/retention/patient-names?months=12',
]

const quantile = (times: readonly number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)] ?? Number.NaN

const opened = await openLaboratories([small, large], say)
try {
  let isFlat = true
  for (const shape of shapes) {
    say(
      `\n${shape}: ms of p95 at ${small} and at ${large}, × p95, × median; PostgreSQL's processor time, ms an answer, ×`,
    )
    const [few, many] = opened.laboratories.map(({ [shape]: one }) => one) as [Laboratory, Laboratory]
    for (const path of asked.filter(one => only.test(one))) {
      const [ofFew, ofMany] = [await askerOf(few, small), await askerOf(many, large)]
      let before = [0, 0]
      for (let round = -unseen; round < rounds; round++) {
        if (round === 0) before = [few, many].map(({ worked }) => worked())
        await ofFew.ask(path, round)
        await ofMany.ask(path, round)
        // What takes seconds is known to.
        if (round >= 4 && quantile(ofMany.times, 0.5) > slow) break
      }
      const worked = [few.worked(), many.worked()].map((now, at) => (now - (before[at] ?? 0)) / ofFew.times.length) as [
        number,
        number,
      ]
      const row = rowOf(ofFew.times, ofMany.times, worked)
      isFlat &&= !row.isOver
      say(`${path.padEnd(width)} ${row.words}${row.isOver ? '  OVER' : ''}`)
    }
  }
  say(isFlat ? `p95 is flat from ${small} to ${large}.` : `≤ ${most} × wanted  not reached`)
  process.exitCode = isFlat ? 0 : 1
} finally {
  await opened.close()
}

function rowOf(few: number[], many: number[], [ofFew, ofMany]: [number, number]) {
  const [before, after] = [quantile(few, 0.95), quantile(many, 0.95)]
  // What else the machine does is in the slowest twentieth more than in the middle, and not in the processor time at all.
  const ofMedians = quantile(many, 0.5) / quantile(few, 0.5)
  const ms = (time: number) => time.toFixed(1).padStart(9)
  const times = (ratio: number) => `× ${ratio.toFixed(2)}`.padStart(9)
  const answers = [ms(before), ms(after), times(after / before), times(ofMedians)]
  const words = [...answers, ms(ofFew), ms(ofMany), times(ofMany / ofFew)].join('')
  return { words, isOver: after > most * before && ofMedians > most && after > soon }
}

// A token lives ten minutes.
async function askerOf(laboratory: Laboratory, count: number) {
  const { app, signIn, worked: _, ...names } = laboratory
  const { host } = names
  const authorization = `Bearer ${await signIn()}`
  const number = String(count - Math.round(count / 20)).padStart(7, '0')
  const words: Record<string, string> = {
    ...names,
    today,
    // Of either there are as many lines on that day.
    before: addDays(today, -20),
    year: addDays(today, -365),
    latest: latest(count),
    number: String(Number(number)),
    code: `T-${number}`,
  }
  const times: number[] = []
  async function ask(asked: string, round: number) {
    const path = asked.replaceAll(/\{(\w+)\}/g, (_, word) => words[word] ?? '')
    const startedAt = performance.now()
    const response = await app.fetch(new Request(`http://${host}${path}`, { headers: { host, authorization } }), {
      incoming: { socket: { remoteAddress: '192.0.2.1' } },
    })
    await response.arrayBuffer()
    // What takes longer than PostgreSQL may is an answer, too.
    if (!response.ok && response.status !== 503) throw new Error(`${path} answered ${response.status}`)
    if (round >= 0) times.push(performance.now() - startedAt)
  }
  return { times, ask }
}
