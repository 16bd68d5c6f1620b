import { oneOf } from '#kit/web/search-params.ts'
import { whats } from '../kinds.ts'
import type { AddressedAudit, AuditSearch } from './search.ts'

/** Without a kind that there is not. */
export const knownSearch = ({ what, ...search }: AddressedAudit): AuditSearch => ({
  ...search,
  what: oneOf(whats, what),
})
