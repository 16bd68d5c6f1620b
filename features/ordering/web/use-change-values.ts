import { useState } from 'react'
import type { Case } from '#features/cases/contract.ts'
import { instantInZone } from '#kit/day.ts'
import { serverNow } from '#kit/web/clock.ts'
import { errorsIn } from '#kit/web/form-faults.ts'
import { useFormat } from '#kit/web/format.tsx'
import { useText } from '#kit/web/text.tsx'
import { sentDay, typedDay, writtenDay } from '#kit/web/typed-day.ts'
import { typedTime } from '#kit/web/typed-time.ts'
import type { OrderChange } from '../change-input.ts'
import { longest } from '../input.ts'
import { dateGaps } from '../rules.ts'
import { changeText } from './change-text.ts'
import { type WorkFault, type WorkProduct, workOf } from './changed-work-fields.tsx'
import { orderingText } from './text.ts'

type Known = Pick<Case, 'appointmentDate' | 'wishedDate' | 'comment' | 'products'>

/** The changeable values of an existing case, as typed and as sent; shared by both sides' forms. */
export function useChangeValues({ appointmentDate, wishedDate, comment, products }: Known) {
  const t = useText(changeText)
  const { gaps: sentences } = useText(orderingText)
  const format = useFormat()
  const today = format.today()
  const initial = {
    appointmentDate: appointmentDate ? writtenDay(format.dayOf(appointmentDate)) : '',
    appointmentTime: appointmentDate ? format.time(appointmentDate).replace(/[^\d:]/g, '') : '',
    wishedDate: wishedDate ? writtenDay(wishedDate) : '',
    comment: comment ?? '',
    products: products.map(workOf),
  }
  const [fault, setFault] = useState<WorkFault>()
  /** Maps an error to its product and field: indexes refer to the body, which lists only changed products. */
  const faultIn = (error: unknown, sent: OrderChange): WorkFault | undefined => {
    for (const { path, code } of errorsIn(error)) {
      const [list, index, field = ''] = path.split('.')
      const product = list === 'products' ? sent.products?.[Number(index)] : undefined
      const words = (field === 'teeth' && code === 'too_few_teeth' && t.tooFewTeeth) || sentences[field]?.[code]
      if (product && words) return { caseSequence: product.caseSequence, field, words }
    }
    return undefined
  }
  const instantOf = (typed: string, typedHour: string) => {
    if (!typed.trim() && !typedHour.trim()) return null
    const [day, time] = [typedDay(typed, today), typedTime(typedHour)]
    return day && time ? instantInZone(day, time, format.zone).toISOString() : typed || typedHour
  }
  return {
    initial,
    fault,
    /** Awaits the request, and remembers the product an error is about. */
    sending: <Answer>(sent: OrderChange, answer: Promise<Answer>): Promise<Answer> =>
      answer.catch((error: unknown) => {
        setFault(faultIn(error, sent))
        throw error
      }),
    /** Only changed values, so that a colleague's concurrent changes are not undone. */
    body: (values: typeof initial) => ({
      appointmentDate:
        values.appointmentDate === initial.appointmentDate && values.appointmentTime === initial.appointmentTime
          ? undefined
          : instantOf(values.appointmentDate, values.appointmentTime),
      wishedDate: values.wishedDate === initial.wishedDate ? undefined : (sentDay(values.wishedDate, today) ?? null),
      comment: values.comment === initial.comment ? undefined : values.comment.trim() || null,
      products: changedOnly(values.products, initial.products),
    }),
    gaps: ({ wishedDate, appointmentDate }: Pick<OrderChange, 'wishedDate' | 'appointmentDate'>) =>
      dateGaps(
        { wishedDate: wishedDate ?? undefined, appointmentDate: appointmentDate ?? undefined },
        { now: new Date(serverNow()), timeZone: format.zone },
      ),
    sentences: {
      appointmentDate: { ...sentences.appointmentDay, not_an_instant: t.dayAndTime },
      wishedDate: sentences.wishedDate ?? {},
      comment: { too_long: t.tooLong(longest.comment) },
      products: Object.assign(
        { too_few_teeth: t.tooFewTeeth },
        ...['products', 'teeth', 'pontics', 'sector', 'shade'].map(field => sentences[field]),
      ),
    },
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changedOnly(now: readonly WorkProduct[], before: readonly WorkProduct[]) {
  const changed = now.flatMap((product, index) => {
    const was = before[index]
    if (!was || isSame(product, was)) return []
    const { caseSequence, teeth, pontics, sector, shade, complementaryShade } = product
    // Teeth and pontics are sent together or not at all.
    const isOfTeeth = !isSame([teeth, pontics], [was.teeth, was.pontics])
    return [
      {
        caseSequence,
        ...(isOfTeeth && { teeth: [...teeth], pontics: [...pontics] }),
        // Sent along with changed teeth even if unchanged, because otherwise the arch would follow the teeth.
        ...((sector !== was.sector || (isOfTeeth && sector !== null)) && { sector }),
        ...(shade !== was.shade && { shade: shade || null }),
        ...(complementaryShade !== was.complementaryShade && { complementaryShade: complementaryShade || null }),
      },
    ]
  })
  return changed.length > 0 ? changed : undefined
}
