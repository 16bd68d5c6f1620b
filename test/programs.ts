import { randomUUID } from 'node:crypto'
import { hashOfProgramKey } from '#tenancy/server/program-guard.ts'
import type { makeWith, TestLaboratory } from './make.ts'

type Make = ReturnType<typeof makeWith>

/** A program that the laboratory has let in, with a key of its own. */
export async function makeProgram(make: Make, laboratory: TestLaboratory, name = 'Dentalsoft') {
  const id = randomUUID()
  const key = `arcade_${randomUUID().replaceAll('-', '')}${'k'.repeat(11)}`
  await make.insert(laboratory.id, 'users', {
    brand_id: laboratory.id,
    id,
    kind: 'program',
    login: `program/${id}`,
    email: '',
    first_name: '',
    last_name: name,
  })
  await make.insert(laboratory.id, 'program_keys', {
    brand_id: laboratory.id,
    program_id: id,
    secret_hash: hashOfProgramKey(key),
    hint: key.slice(-4),
    created_by: id,
  })
  return { id, key }
}
