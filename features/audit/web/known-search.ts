import { oneOf } from '#kit/web/search-params.ts'
import { whats } from '../kinds.ts'
import type { AddressedAudit, AuditSearch } from './search.ts'

/** Drops an unknown kind. */
export const knownSearch = ({ what, ...search }: AddressedAudit): AuditSearch => ({
  ...search,
  what: oneOf(whats, what),
})
