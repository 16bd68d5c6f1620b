import { fullName } from '#features/account/rules.ts'
import type { Colleague } from '../contract.ts'

export const nameOf = ({ title, firstName, lastName }: Pick<Colleague, 'title' | 'firstName' | 'lastName'>) =>
  fullName({ title, first_name: firstName, last_name: lastName })
