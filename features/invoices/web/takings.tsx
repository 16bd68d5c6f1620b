import { OwedCard } from './owed-card.tsx'
import { TakingsCard } from './takings-card.tsx'

/** What is owed, and what has come in. */
export const Takings = () => (
  <>
    <OwedCard />
    <TakingsCard />
  </>
)
