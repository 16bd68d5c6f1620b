import type { Case } from '../contract.ts'
import { CaseRequests } from './case-requests.tsx'
import { ImpressionPickup } from './impression-pickup.tsx'
import { RemakeNotices } from './remake-notices.tsx'
import { ScanAwaited } from './scan-awaited.tsx'

/** Parts that few cases have: requests, a remake, an awaited impression. */
export function CaseAsides({ known }: { known: Case }) {
  return (
    <>
      <CaseRequests known={known} />
      <RemakeNotices known={known} />
      {isAwaited(known) && <ImpressionPickup known={known} />}
      {known.isScanAwaited && <ScanAwaited id={known.id} />}
    </>
  )
}

const isAwaited = ({ printType, status }: Case) => printType === 'physical' && status === 'registered'
