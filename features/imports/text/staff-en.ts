import { roles } from '#features/colleagues/text/en.ts'
import type { RefusalOf } from '#kit/contract.ts'
import type { importCalls } from '../contract.ts'
import type { ImportKind } from '../fields.ts'
import {
  type FaultCode,
  type Hold,
  type ImportedStatus,
  mostBytes,
  mostFamilies,
  mostLines,
  mostOfFamily,
  type NameChoice,
  type NeedChoice,
} from '../rules.ts'

const megabytes = mostBytes / 1_000_000
const number = (count: number) => count.toLocaleString('en')

export const en = {
  title: 'Import',
  description:
    'Bring in what your earlier software holds. Nothing is imported before you have seen what would become of it.',

  kinds: {
    products: 'Catalogue',
    practices: 'Practices and their people',
    people: 'People of practices that are here',
    cases: 'Cases in work',
  } satisfies Record<ImportKind, string>,
  roles,
  file: {
    title: 'The file',
    kind: 'What it holds',
    choose: 'Choose a file…',
    drop: 'or drop it here',
    hint: (lines: number) =>
      `Excel (.xlsx, its first sheet) or CSV: ${megabytes}\u00a0MB and ${number(lines)} lines at most. A line of headings names the columns.`,
    sample: 'Download a sample file',
    sampleName: (kind: ImportKind) =>
      `sample-${{ products: 'catalogue', practices: 'practices', people: 'people', cases: 'cases' }[kind]}.csv`,
    failed: 'The file was not read',
  },
  columns: {
    title: (file: string) => `Columns of ${file}`,
    hint: {
      products:
        'Which column says what. What no column says stays as it is; of a new product the lead time, the VAT and what it asks for are asked below the preview. What has no English name is called as in French.',
      practices:
        'Which column says what. Each line is somebody: lines with the same practice (name and postcode) are its people, the first of a new one its manager. Practices and people who are here already stay as they are. Without a name and an e‑mail address a practice comes with nobody; you invite somebody later.',
      people:
        'Which column says what. Each line is somebody of a practice that is here, found by its name (and postcode, where several are called so): an unknown name is an error, and no practice is made. People who are here already stay as they are.',
      cases:
        'Which column says what. Each line is a product of a case that is in work with you already; lines with the same number are one case. Practices are found by their name (and postcode), products by their reference or name. A number that is here already stays as it is, and practices are told nothing; one without a number gets the next of yours.',
    } satisfies Record<ImportKind, string>,
    required: '(required)',
    none: 'No column',
    others: (count: number) => `Other columns · ${count}`,
    sample: (words: string) => `For example: ${words}`,
    words: (words: string) => `Understood: ${words}`,
    above: (line: number) =>
      `The headings of the columns are in line ${line} of the file: what stands above them is not imported.`,
    check: 'Preview',
    failed: 'The file was not looked through',
    missing: 'Choose the column that says it.',
    halfName:
      'Choose the column that says it, or “No column” for both first name and last name: the practices then come without anybody.',
    nameTwice: {
      practices:
        'First name and last name cannot be the same column: split it in two in the file and choose the file again, or choose “No column” for both, and the practices come without anybody.',
      people:
        'First name and last name cannot be the same column: split it in two in the file and choose the file again.',
    },
  },
  preview: {
    title: 'Preview',
    counts: {
      added: (count: number) => `${number(count)} new`,
      changed: (count: number) => `${number(count)} changed`,
      unchanged: (count: number) => `${number(count)} unchanged`,
      wrong: (count: number) => `${number(count)} to correct`,
    },
    wrongTitle: (count: number) =>
      count === 1 ? 'One line is to be corrected' : `${number(count)} lines are to be corrected`,
    wrong: (count: number) =>
      `Nothing is imported until ${count === 1 ? 'it is' : 'all of them are'} right: correct the file and choose it again.`,
    wrongOrLeft: (count: number) =>
      `Correct the file and choose it again. Or import the others now: ${
        count === 1
          ? 'the line to correct is saved as a file, with what is wrong behind it, to be imported by itself'
          : 'the lines to correct are saved as a file, with what is wrong behind each, to be imported by themselves'
      }.`,
    first: (count: number) => `The first ${number(count)}:`,
    faults: 'What is to be corrected, line by line',
    lineNumber: (line: number) => `Line ${line}`,
    heads: {
      line: 'Line',
      column: 'Column',
      cell: 'Content',
      fault: 'To correct',
      outcome: 'State',
      product: 'Product',
      family: 'Family',
      vat: 'VAT',
      person: 'Person',
      practice: 'Practice',
      role: 'Role',
      case: 'Case',
      delivery: 'Promised for',
      status: 'Status',
      printType: 'Impression',
    },
    nextNumber: 'your next number',
    isLate: 'late already',
    statuses: {
      registered: 'Registered',
      in_preparation: 'In preparation',
      in_production: 'In production',
    } satisfies Record<ImportedStatus, string>,
    printTypes: { optical: 'Optical', physical: 'Physical' },
    shown: (first: number, last: number, all: number) => `${number(first)}–${number(last)} of ${number(all)}`,
    before: 'Previous',
    after: 'Next',
    rowsTitle: 'As they would be',
    rowsFirst: (count: number) => `As they would be: the first ${number(count)}`,
    rowsAndManagers: 'As they would be: the first, and each manager of whom the file says something else',
    outcomes: { added: 'New', changed: 'Changed' },
    was: (what: string) => `was: ${what}`,
    assumed: 'not said by the file',
    firstOfPractice: (said: string) => `first person of the practice; the file says “${said}”`,
    newPractice: 'new practice',
    knownPractice: 'here already',
    unaddressedOne: 'Nobody to invite yet',
    unaddressedDetail: 'no e‑mail address',
    unnamedDetail: (address: string) => `${address} without a name`,
    takenFrom: (reference: string) => `${reference} in the file`,
    unaddressed: {
      title: (count: number) =>
        count === 1 ? 'One practice comes with nobody' : `${number(count)} practices come with nobody`,
      description:
        'Their lines have no e‑mail address, or no name beside it: they are made, but nobody there reads what you write, or orders. Add somebody from the page of the practice once you have both.',
    },
    alike: {
      title: (count: number) =>
        count === 1
          ? 'One product is called as another of the catalogue'
          : `${number(count)} products are called as others of the catalogue`,
      titleNear: 'Some products are called nearly as others of the catalogue',
      description:
        'Imported as they are, they would stand there twice. Updating gives the product that is there the price, the lead time and whatever else the file says; it keeps its reference, name and family.',
      all: 'Those called the same',
      choices: {
        take_over: 'Update those of the catalogue',
        add: 'Add them as new ones',
      } satisfies Record<NameChoice, string>,
      chooseError: 'Choose what becomes of them.',
      caption: 'Products of the file and of the catalogue whose names are alike',
      first: (count: number) => `The first ${number(count)}:`,
      heads: { file: 'In the file', known: 'In the catalogue', becomes: 'Becomes' },
      near: 'nearly the same name',
      becomesOf: (label: string) => `What becomes of ${label}`,
      one: { take_over: 'Update', add: 'New product' } satisfies Record<NameChoice, string>,
      choose: 'Choose…',
    },
    unsaid: {
      leadsTitle: 'In how many working days are they made?',
      leads:
        'No column of the file says the lead time of these new products. Choose one for each family; each product can be corrected in the catalogue afterwards.',
      leadsError: 'Choose the lead time of its products.',
      vatsTitle: 'Are they subject to VAT?',
      vats: 'The file does not say the VAT of these new products, and an issued invoice is final. Choose for each family; each product can be corrected in the catalogue afterwards.',
      vatsError: 'Choose the VAT of its products.',
      needsTitle: 'What do these products ask for?',
      needs:
        'Neither the file nor the catalogue says what is asked with an order of these new families. Choose for each.',
      products: (count: number) => (count === 1 ? 'one product' : `${number(count)} products`),
      choose: 'Choose…',
      chooseError: 'Choose what its products ask for.',
      needChoices: {
        teeth_shade: 'Teeth and shade',
        teeth: 'Teeth',
        sector: 'Arch',
        nothing: 'Nothing of these',
      } satisfies Record<NeedChoice, string>,
      statusTitle: 'How far are they?',
      status: (cases: number) =>
        `The file does not say the status of ${cases === 1 ? 'one case' : `${number(cases)} cases`}. Choose one for all of them; each can be moved on afterwards.`,
      statusLabel: 'Status of those of which the file does not say it',
      statusError: 'Choose how far they are.',
      rolesTitle: 'The file does not say everybody’s role',
      roles:
        'A manager sees everything of the practice and decides who comes in. The first person of a practice without anybody would be its manager, whatever their function; the others of whom it says nothing would be practitioners.',
      takeRoles: (managers: number, doctors: number) =>
        `These roles are right: ${[
          managers > 0 && (managers === 1 ? 'one manager' : `${number(managers)} managers`),
          doctors > 0 && (doctors === 1 ? 'one practitioner' : `${number(doctors)} practitioners`),
        ]
          .filter(Boolean)
          .join(', ')} by this rule`,
      rolesError: 'Say that these roles are right, or name them in a column of the file.',
    },
    invitations: {
      title: 'Invitations by e‑mail',
      later: 'Invite later',
      laterDetail:
        'Nobody is written to. You invite them in one press, from the list below or from the practice’s page.',
      now: 'Invite now',
      none: 'Nobody is mailed',
      noneDetail:
        'This portal has no mail server: after the import, copy each person’s link in the list of practices and hand it over yourself.',
    },
    wholeLine: 'the whole line',
    save: 'Download all errors',
    fileName: 'errors.csv',
    nothing: 'Everything in this file stands here already: there is nothing to import.',
    invited: (count: number) =>
      count === 1
        ? 'With the import, an invitation is mailed to choose a password.'
        : `With the import, ${number(count)} invitations are mailed to choose a password.`,
    apply: (count: number) => (count === 1 ? 'Import one line' : `Import ${number(count)} lines`),
    applyRight: (right: number, wrong: number) =>
      `Import ${right === 1 ? 'one line' : `${number(right)} lines`} and keep the ${wrong === 1 ? 'one' : number(wrong)} to correct as a file`,
    wrongLinesName: 'lines-to-correct.csv',
    keptLines: (count: number) =>
      `${count === 1 ? 'One line to correct is' : `${number(count)} lines to correct are`} in lines-to-correct.csv, among your downloads.`,
    failed: 'Nothing was imported',
  },
  /** On the screen and in the downloaded file. */
  oneOf: (words: string) => `This word is not known here. Take one of these: ${words}.`,
  faults: {
    address_missing:
      'Without an e‑mail address this person cannot come into a practice that is here already: add the address, or take the line out.',
    required: 'Something is missing: fill in this cell.',
    too_long: 'The text is too long.',
    out_of_range: 'This number is too small or too large.',
    not_listed: 'This word is not known here: take one of those in the sample file.',
    not_text: 'The cell has characters that cannot be read.',
    not_a_number: 'A whole number is expected, like 5.',
    not_an_amount: 'An amount in euros is expected, like 149.00.',
    not_yes_or_no: 'Yes or no is expected.',
    reference_wrong: 'A reference has letters, digits, dots and dashes, a letter or a digit first.',
    mail_address_expected: 'An e‑mail address is expected, like claire@practice.com.',
    run_only: 'Makes sense only where the teeth are a “run” (a bridge).',
    repeated: 'A line above says the same already: keep one of them.',
    login_taken: 'Somebody else signs in with this address already.',
    not_days: 'Days are expected, like “mon wed fri” or “mon-fri”.',
    practice_unclear: 'Several practices have this name: say the postcode, too.',
    practice_unknown: 'No practice is called so. Write it as in the list of practices.',
    practice_disabled: 'Nobody of this practice comes in at the moment: let them in again first.',
    differs: 'A line further up says otherwise of the same practice or case.',
    manager_first: 'A new practice begins with its manager: put this line above the others of the practice.',
    manager_sees_invoices:
      'The first person of a practice without anybody becomes its manager, who sees its invoices, and this line says that they do not see them. Put the line of its manager above this one, or call them manager here.',
    does_not_prescribe:
      'The portal has no role for whoever does not prescribe: a doctor is offered as prescriber, a manager orders without being one, but sees everything and decides who comes in. Write one of the two, or take the line out.',
    family_unclear: 'Several families have this name, or nearly: write it as in the catalogue, or rename one there.',
    too_many_families: `A catalogue has ${mostFamilies} families at most.`,
    family_full: `A family has ${mostOfFamily.toLocaleString('en')} products at most.`,
    code_taken: 'A case of another practice has this number already.',
    too_many_products: 'This case has more products than a case takes.',
    not_in_catalogue: 'Your catalogue has no such product, or several of this name: give its reference.',
    not_asked: 'The product does not ask for this: leave the cell empty.',
    not_teeth: 'Teeth are expected, as “24”, “11, 21” or “13-23”.',
    not_a_run_of_one_arch: 'The teeth of a bridge are in one arch.',
    run_broken: 'The teeth of a bridge are neighbours.',
    too_few_teeth: 'The bridge has too few teeth for this product.',
    unlike_teeth: 'It does not fit the teeth.',
    not_a_day: 'A day is expected, as 30/11/2026.',
    line_unreadable: 'A quotation mark is not closed, or the line is too long: what follows could not be read.',
    wrong: 'This content is not accepted.',
  } satisfies Record<FaultCode, string>,
  done: 'Imported',
  list: {
    title: 'What has been imported',
    failed: 'The list could not be loaded',
    empty: 'Nothing yet',
    emptyDescription: 'What you import stands here, and can be undone for a day.',
    heads: { file: 'File', counts: 'What it did', by: 'By', at: 'When', undo: 'Undo' },
    undo: 'Undo…',
    undoOne: (file: string) => `Undo the import of ${file}`,
    undone: 'Undone',
    invite: (count: number) =>
      count === 1 ? 'Invite the person not invited' : `Invite the ${number(count)} not invited`,
    inviteOf: (file: string) => `of ${file}`,
    invited: (count: number) => (count === 1 ? 'One invitation is sent' : `${number(count)} invitations are sent`),
    notInvited: 'Nobody was invited',
    over: 'No longer',
  },
  undo: {
    title: (file: string) => `Undo the import of ${file}?`,
    description: {
      products: 'What it made goes, and what it changed is as it was before. Either all of it or nothing.',
      practices:
        'Invitations that nobody has followed end, and practices that nobody uses go. What is used already stays.',
      people: 'Invitations that nobody has followed end. Whoever has chosen a password stays.',
      cases: 'Cases of which nothing has been said or done since go. The others stay.',
    } satisfies Record<ImportKind, string>,
    stays: 'What is used already stays:',
    confirm: 'Undo the import',
    failed: 'The import was not undone',
    done: 'The import is undone',
    holds: {
      ordered: 'has been ordered',
      changed_since: 'has been changed since',
      joined: 'has chosen a password',
      in_use: 'is used already',
    } satisfies Record<Hold, string> as Record<string, string>,
    hold: (what: string, why: string) => `${what} ${why}`,
    refusals: {
      undo_over: 'More than a day has gone by since.',
      undo_prevented: 'Something stands on it already:',
    } satisfies Record<RefusalOf<typeof importCalls.undo>, string>,
  },
  refusals: {
    file_unreadable:
      'This is no table that can be read. Save it as an Excel workbook (.xlsx, without a password) or as CSV and choose that one.',
    file_empty: 'The file has no line.',
    file_too_large: `The file is larger than ${megabytes}\u00a0MB. Divide it.`,
    storage_unavailable: 'There is no room for the file at the moment. Try again later.',
    too_many_lines: `The file has more than ${number(mostLines.products)} lines, or ${number(mostLines.practices)} of people. Divide it.`,
    import_over: 'This file has been imported, or another has taken its place. Choose it again.',
    import_unchecked: 'Look at the preview first.',
    import_faulty: 'Some lines are to be corrected by now. Look at the preview again.',
    import_unsaid: 'Something that the file does not say has not been answered. Look at the preview again.',
    import_moved: 'Something was changed since the preview. Look at it again.',
    not_found: 'This file is no longer there: it is kept for a day. Choose it again.',
  } satisfies Record<RefusalOf<typeof importCalls.open> | RefusalOf<typeof importCalls.apply> | 'not_found', string>,
}
export type ImportText = typeof en
