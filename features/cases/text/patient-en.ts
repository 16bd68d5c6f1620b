const counted = (count: number) => `${count} ${count === 1 ? 'case' : 'cases'}`

export const en = {
  title: (code: string) => `Patient ${code}`,
  order: 'New case for this patient',
  cases: 'Cases',
  casesFound: counted,
  columns: { code: 'Number', work: 'Work', status: 'Status', delivery: 'Delivery', registered: 'Registered on' },
  shades: 'Shades used before',
  noShades: 'No case of this patient names a shade.',
  shadeColumns: { shade: 'Shade', teeth: 'Teeth', work: 'Work', case: 'Case' },
  outdated: 'This page may not be up to date.',
}

export type PatientText = typeof en
