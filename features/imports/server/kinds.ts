import { deleteImportedCases, listImportedCases, lockCaseImports } from '#features/cases/server/import-sql.ts'
import {
  deleteImportedProducts,
  listStandingOnProducts,
  lockImportedProducts,
} from '#features/catalogue/server/import-sql.ts'
import { lockCatalogue } from '#features/catalogue/server/staff-sql.ts'
import { deleteImportedPractices, listStayingPeople, lockPractices } from '#features/people/server/imported-sql.ts'
import type { Invite } from '#features/people/server/invitations-sql.ts'
import { Problem } from '#kit/problem.ts'
import type { ImportKind } from '../fields.ts'
import { mostShown } from '../rules.ts'
import { readCases } from './cases.ts'
import type { KindOfImport } from './kind.ts'
import { readPractices } from './practices.ts'
import { readProducts } from './products.ts'

const products: KindOfImport = {
  lock: lockCatalogue,
  read: readProducts,
  async takeBack(staff, importId) {
    await lockImportedProducts(staff, importId)
    const standing = await listStandingOnProducts(staff, importId, mostShown)
    const errors = standing.map(({ reference, because }) => ({ path: reference, code: because }))
    if (errors.length > 0) throw new Problem('undo_prevented', 409, { errors })
    await deleteImportedProducts(staff, importId)
  },
  listStaying: async () => [],
}

/** Missing cases are re-entered by hand; those somebody works on stay. */
const cases: KindOfImport = {
  lock: lockCaseImports,
  read: readCases,
  takeBack: deleteImportedCases,
  listStaying: (staff, importId) => listImportedCases(staff, importId, mostShown),
}

/** A catalogue with gaps misleads people who order, but a missing practice misleads nobody. */
export const kindsOfImport = (invite: Invite): Record<ImportKind, KindOfImport> => {
  const ofPeople = (kind: 'practices' | 'people'): KindOfImport => ({
    lock: lockPractices,
    read: (staff, importId, answers) => readPractices(staff, importId, { kind, invite, answers }),
    takeBack: deleteImportedPractices,
    listStaying: (staff, importId) => listStayingPeople(staff, importId, mostShown),
  })
  return { products, practices: ofPeople('practices'), people: ofPeople('people'), cases }
}
