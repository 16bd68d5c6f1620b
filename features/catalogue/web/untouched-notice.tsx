import { useState } from 'react'
import { useChanged } from '#features/live/web/use-changed.ts'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { useLanguage, useText } from '#kit/web/text.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { type StaffFamily, staffCatalogueCalls } from '../staff-contract.ts'
import { staffCatalogueText } from './staff-text.ts'

/** The most that one press can withdraw. */
const mostAtOnce = 200

/**
 * A laboratory with a catalogue of its own does not need the starting catalogue: withdraws it with one press, and restores
 * it with another.
 */
export function UntouchedNotice({ families }: { families: readonly StaffFamily[] }) {
  const { untouched: t, menu } = useText(staffCatalogueText)
  const language = useLanguage()
  const sentence = useProblemText()
  const changed = useChanged()
  const [withdrawn, setWithdrawn] = useState<readonly string[]>([])
  const untouched = families.flatMap(family => family.untouched).slice(0, mostAtOnce)
  const products = families.flatMap(family => family.products)
  const hasOwn = products.some(({ reference, isRetired }) => !isRetired && !untouched.includes(reference))
  const withdrawing = useAttempt(async () => {
    const { data } = await call(staffCatalogueCalls.withdraw, { body: { references: untouched } })
    setWithdrawn(data.withdrawn)
    await changed('catalogue')
  })
  const offering = useAttempt(async () => {
    await call(staffCatalogueCalls.offerAgain, { body: { references: [...withdrawn] } })
    setWithdrawn([])
    await changed('catalogue')
  })
  const failed = withdrawing.error ?? offering.error
  if (withdrawn.length > 0)
    return (
      <Notice tone="ok" live title={t.withdrawn(withdrawn.length)}>
        {failed !== undefined && <p>{`${menu.failed}. ${sentence(failed)}`}</p>}
        <Button size="sm" pending={offering.isPending} onClick={() => void offering.run()}>
          {t.offerAgain(withdrawn.length)}
        </Button>
      </Notice>
    )
  if (untouched.length === 0 || !hasOwn) return null
  const labels = products.flatMap(({ reference, labelFr, labelEn }) =>
    untouched.includes(reference) ? [language === 'fr' ? labelFr : labelEn] : [],
  )
  return (
    <Notice title={t.title(untouched.length)}>
      <p>{t.description}</p>
      <p className="small">{labels.join(' · ')}</p>
      {failed !== undefined && <p>{`${menu.failed}. ${sentence(failed)}`}</p>}
      <Button size="sm" pending={withdrawing.isPending} onClick={() => void withdrawing.run()}>
        {t.withdraw(untouched.length)}
      </Button>
    </Notice>
  )
}
