import type pg from 'pg'
import { makeWith } from './make.ts'

/** A laboratory where so many people, ten in a practice, have a digest of three notices that is due. */
export async function fillDigests(owner: pg.Pool, people: number) {
  const make = makeWith(owner)
  const laboratory = await make.laboratory()
  await make.within(laboratory.id, client =>
    client.query(
      `with places as (
         insert into practices (brand_id, name) select $1, 'Cabinet ' || n from generate_series(1, ceil($2 / 10.0)::int) n
         returning id
       ), numbered as (select id, row_number() over () as place from places),
       people as (
         insert into users (brand_id, practice_id, kind, account_type, login, email, password_hash, first_name,
           last_name)
         select $1, id, 'practice', 'doctor', 'reader-' || n, 'reader-' || n || '@digests.test', '$argon2id$', 'Claire', 'Martin'
         from generate_series(1, $2::int) n join numbered on place = (n - 1) / 10 + 1
         returning id, practice_id
       ), cases as (
         insert into orders (brand_id, practice_id, code, patient_code, print_type, status, summary_fr, summary_en)
         select $1, id, 'T-26-' || place || '-' || n, 'P-1', 'optical', 'shipped', 'Couronne', 'Crown'
         from numbered, generate_series(1, 3) n
         returning id, practice_id
       )
       insert into notices (brand_id, practice_id, user_id, kind, order_id, created_at)
       select $1, practice_id, people.id, 'shipped', cases.id, now() - interval '25 hours'
       from people join cases using (practice_id)`,
      [laboratory.id, people],
    ),
  )
  return laboratory
}
