import type { RefusalOf } from '#kit/contract.ts'
import type { StaffRole } from '#tenancy/rights.ts'
import type { staffTeamCalls } from '../contract.ts'
import { longestName } from '../input.ts'

type Refusal =
  | RefusalOf<typeof staffTeamCalls.correct>
  | RefusalOf<typeof staffTeamCalls.setAccess>
  | RefusalOf<typeof staffTeamCalls.takeSecondFactorAway>
  | RefusalOf<typeof staffTeamCalls.setSecurity>

export const en = {
  title: 'Team',
  description: 'Who of the laboratory comes in, and what each may do.',
  add: 'Invite somebody',
  failed: 'The team could not be loaded',
  columns: { name: 'Name', role: 'Role', state: 'State', signedInAt: 'Last sign-in', actions: 'Actions' },
  own: (name: string) => `${name} (you)`,
  never: 'None known',
  mayDo: {
    administrator: 'May do everything, and says who comes in.',
    production: 'Works on cases, files and traceability sheets.',
    accounting: 'Invoices, credits and refunds, enters payments, matches transfers, sets up invoicing.',
    driver: 'Brings and fetches: rounds, pickups, shipping, supplies.',
  } satisfies Record<StaffRole, string>,
  changeRole: 'Change the role…',
  roleForm: {
    title: (name: string) => `The role of ${name}`,
    description: 'It holds from their next action on, without signing in again.',
    role: 'Role',
    submit: 'Save',
    failed: 'The role is not changed',
    done: (name: string, role: string) => `${name} has the role ${role} from now on`,
  },
  secondFactor: 'Two-step verification',
  security: {
    title: 'Security',
    failed: 'What the laboratory demands could not be loaded',
    demanded: 'Two-step verification is required of the whole team',
    hint: 'Holds from each one’s next click: whoever has not turned it on is asked to, and sees nothing else until then.',
    question: 'Require two-step verification of the whole team?',
    held: (count: number, names: string) =>
      count === 0
        ? 'Everybody has turned it on already: nobody is held.'
        : count === 1
          ? `One person has not turned it on yet: ${names}. They are held from their next click, until they turn it on.`
          : `${count} people have not turned it on yet: ${names}. They are held from their next click, until they turn it on.`,
    demand: 'Require it of the whole team',
    on: 'Two-step verification is required of the team from now on',
    off: 'Two-step verification is left to each of the team',
  },
  refusals: {
    own_account: 'Nobody changes their own role or access. Ask another administrator.',
    not_of_the_team: 'This person does not work on cases (any more). Choose somebody else.',
    nothing_to_hand_on:
      'This was done already, and no case in progress is in their name any more. The list of cases says whose they are.',
    login_taken: 'Somebody signs in with this e‑mail address already.',
    not_waiting: 'This person has chosen a password already, or is kept out.',
    last_administrator: 'This is the last administrator who can come in. Make somebody else administrator first.',
    second_factor_off: 'This person has no two-step verification: the password is enough.',
    own_second_factor: 'Your own you turn off under “My account”.',
    own_second_factor_first: 'Turn two-step verification on for yourself first, under “My account”.',
  } satisfies Record<Refusal, string>,
  form: {
    title: 'Invite somebody of the laboratory',
    description: 'They are invited by e‑mail to choose a password, and sign in with this address.',
    handedOver: 'No e‑mail goes out: you hand them a link to choose a password. They sign in with this address.',
    fields: { firstName: 'First name', lastName: 'Last name', email: 'E‑mail address', role: 'Role' },
    required: 'Fill in this field.',
    tooLong: `Use at most ${longestName} characters.`,
    mail: 'Enter an e‑mail address like name@laboratory.com.',
    submit: 'Invite',
    failed: 'Nobody was invited',
    refusals: {
      login_taken: 'Somebody signs in with this e‑mail address already.',
    } satisfies Record<RefusalOf<typeof staffTeamCalls.invite>, string>,
  },
}

export type StaffTeamText = typeof en
