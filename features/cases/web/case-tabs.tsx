import { useText } from '#kit/web/text.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import type { Case } from '../contract.ts'
import { casesText } from './text.ts'

export type CasePart = 'details' | 'attachments'
type Props = { id: string; part: CasePart; known: Case | undefined }

export function CaseTabs({ id, part, known }: Props) {
  const { one, number } = useText(casesText)
  const tab = (to: CasePart, count?: string) => (
    <TabLink
      to="/cases/$id"
      params={{ id }}
      search={to === 'details' ? {} : { tab: to }}
      // Keeps the history state, which holds the list for the previous and next case.
      state={true}
      // An unsent message is kept on both tabs.
      ignoreBlocker
      resetScroll={false}
      selected={part === to}
      count={count}
    >
      {one.tabs[to]}
    </TabLink>
  )
  return (
    <Tabs label={one.parts}>
      {tab('details')}
      {tab('attachments', known && number(known.attachmentsCount))}
    </Tabs>
  )
}
