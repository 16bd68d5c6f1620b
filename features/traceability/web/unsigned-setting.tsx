import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#kit/web/call.ts'
import { useProblemText } from '#kit/web/problem-text.ts'
import { loadText, useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useAttempt } from '#kit/web/use-attempt.ts'
import { unsignedCalls } from '../unsigned-contract.ts'
import { type UnsignedShipping, unsignedShippings } from '../unsigned-rules.ts'
import { unsignedText } from './unsigned-text.ts'

export const loadUnsignedWords = () => loadText(unsignedText)

const unsignedSetting = queryOptions({
  queryKey: ['unsigned-shipping'],
  queryFn: async ({ signal }) => (await call(unsignedCalls.show, { signal })).data,
  meta: { topics: ['brand'] },
})

/** Sets who may let a case leave without a signed sheet; saved as soon as it is chosen. */
export function UnsignedSetting() {
  const t = useText(unsignedText).setting
  const sentence = useProblemText()
  const client = useQueryClient()
  const { data } = useQuery(unsignedSetting)
  const { run, isPending } = useAttempt(async (unsignedShipping: UnsignedShipping) => {
    await call(unsignedCalls.set, { body: { unsignedShipping } }).then(
      () => toast({ tone: 'ok', title: t.saved }),
      (error: unknown) => toast({ tone: 'late', title: t.failed, description: sentence(error) }),
    )
    await client.invalidateQueries(unsignedSetting)
  })
  if (!data) return null
  return (
    <Card>
      <Select
        label={t.label}
        hint={t.hint}
        options={unsignedShippings.map(value => ({ value, label: t.choices[value] }))}
        value={data.unsignedShipping}
        aria-busy={isPending || undefined}
        onChange={({ currentTarget: { value } }) => {
          const chosen = unsignedShippings.find(known => known === value)
          if (chosen) void run(chosen)
        }}
      />
    </Card>
  )
}
