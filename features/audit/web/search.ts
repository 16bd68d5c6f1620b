import { dayOf, idOf, type Said, wordsOf } from '#kit/web/search-params.ts'
import type { AuditFilters } from '../contract.ts'

export type AuditSearch = Said<AuditFilters> & {
  /** Id of the last line of the previous page. */
  before?: string | undefined
}

/** The router parses `?before=1187` as a number. */
const lineOf = (said: unknown) => (/^\d{1,18}$/.test(String(said)) ? String(said) : undefined)

/** As in the address: the list of kinds comes with the screen (known-search.ts), not with every page of the console. */
export type AddressedAudit = Omit<AuditSearch, 'what'> & { what?: string | undefined }

export const auditSearch = (said: Record<string, unknown>): AddressedAudit =>
  ({
    what: wordsOf(said.what),
    userId: idOf(said.userId),
    practiceId: idOf(said.practiceId),
    orderId: idOf(said.orderId),
    from: dayOf(said.from),
    to: dayOf(said.to),
    before: lineOf(said.before),
  }) satisfies Required<AddressedAudit>

/** A changed filter returns to the first page. */
export const changed = (search: AuditSearch, changes: AuditSearch): AuditSearch => ({
  ...search,
  before: undefined,
  ...changes,
})

export const filtersOf = ({ before, ...filters }: AuditSearch) => filters

export const isFiltered = (search: AuditSearch) => Object.values(filtersOf(search)).some(said => said !== undefined)
