import { describe, expect, it } from 'vitest'
import { rightsOf, staffRoles } from './rights.ts'

const member = { kind: 'practice', accountType: 'doctor', isDLCPM: false, isPracticeDoctor: false } as const

describe('the rights of', () => {
  it('everybody, as they are written', () => {
    const table = {
      manager: rightsOf({ ...member, accountType: 'manager' }),
      doctor: rightsOf(member),
      isPracticeDoctor: rightsOf({ ...member, isPracticeDoctor: true }),
      isDLCPM: rightsOf({ ...member, isDLCPM: true }),
      ...Object.fromEntries(staffRoles.map(role => [role, rightsOf({ kind: 'staff', role })])),
    }
    expect(Object.fromEntries(Object.entries(table).map(([who, rights]) => [who, rights.join(' ')]))).toEqual({
      manager: 'portal account colleagues cases order remake absences invoices pay rides supplies language',
      doctor: 'portal account cases order remake absences invoices pay rides supplies language',
      isPracticeDoctor: 'portal account cases order remake rides supplies language',
      isDLCPM: 'portal account cases absences invoices pay rides supplies',
      administrator:
        'console production sheets delivery billing practices staff figures settings feedback mails audit language',
      production: 'console production sheets language',
      accounting: 'console billing language',
      driver: 'console delivery language',
    })
  })

  it('a program with a user’s secret address are that user’s', () => {
    const doctor = { ...member, isPracticeDoctor: true } as const
    expect(rightsOf({ ...doctor, kind: 'feed' })).toEqual(rightsOf(doctor))
  })
})
