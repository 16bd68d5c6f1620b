import { OwedCard } from './owed-card.tsx'
import { TakingsCard } from './takings-card.tsx'

export const Takings = () => (
  <>
    <OwedCard />
    <TakingsCard />
  </>
)
