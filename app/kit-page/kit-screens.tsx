import { BrandMark } from '#features/brand/web/brand-mark.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ChosenBar } from '#kit/web/ui/chosen-bar.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { FullScreenMessage } from '#kit/web/ui/full-screen-message.tsx'
import type { IconName } from '#kit/web/ui/icon.tsx'
import { Menu, MenuButton, MenuLink } from '#kit/web/ui/menu.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PageHead } from '#kit/web/ui/page-head.tsx'
import { PageLink, Pagination } from '#kit/web/ui/pagination.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { Pill, type Tone } from '#kit/web/ui/pill.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { SegmentedLanguage } from '#kit/web/ui/segmented-language.tsx'
import { SignCard } from '#kit/web/ui/sign-card.tsx'
import { SortLink } from '#kit/web/ui/sort-link.tsx'
import { type Column, Table } from '#kit/web/ui/table.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Toolbar } from '#kit/web/ui/toolbar.tsx'
import { TwoLines } from '#kit/web/ui/two-lines.tsx'

/** Picks a sentence in the language shown. */
export type Say = (fr: string, en: string) => string

type SubTone = Exclude<Tone, 'brand'>
type Sample = {
  code: string
  patient: string
  work: string
  status: [string, Tone, IconName]
  delivery: [string, string, SubTone]
  appointment: [string, string, SubTone]
}

const samples = (say: Say): Sample[] => [
  {
    code: 'T-24 1187',
    patient: 'P-0412',
    work: 'Bridge 13–23 · A3,5',
    status: [say('En attente', 'On hold'), 'warn', 'pause'],
    delivery: ['—', say('Le laboratoire vous pose une question', 'The laboratory has a question for you'), 'warn'],
    appointment: [say('mar. 1 déc. 09:30', 'Tue 1 Dec 09:30'), say('dans 10 jours', 'in 10 days'), 'plain'],
  },
  {
    code: 'T-24 1182',
    patient: 'P-0398',
    work: say('Couronne zircone 26 · A2', 'Zirconia crown 26 · A2'),
    status: [say('En fabrication', 'In production'), 'brand', 'gear'],
    delivery: [say('mar. 24 nov.', 'Tue 24 Nov'), say('prévue', 'planned'), 'plain'],
    appointment: [say('mer. 25 nov. 14:00', 'Wed 25 Nov 14:00'), say('prêt la veille', 'ready the day before'), 'ok'],
  },
  {
    code: 'T-24 1176',
    patient: 'P-0371',
    work: 'Inlay-core 45',
    status: [say('En fabrication', 'In production'), 'late', 'clock'],
    delivery: [say('jeu. 26 nov.', 'Thu 26 Nov'), say('initialement le 23 nov.', 'first planned for 23 Nov'), 'late'],
    appointment: [say('jeu. 26 nov. 11:00', 'Thu 26 Nov 11:00'), say('le jour même', 'the same day'), 'late'],
  },
  {
    code: 'T-24 1169',
    patient: 'P-0366',
    work: say('Châssis métallique, arcade sup.', 'Metal framework, upper arch'),
    status: [say('Expédié', 'Shipped'), 'info', 'truck'],
    delivery: [say('Aujourd’hui', 'Today'), say('tournée du matin', 'morning round'), 'plain'],
    appointment: [
      say('lun. 23 nov. 10:15', 'Mon 23 Nov 10:15'),
      say('prêt 2 jours avant', 'ready 2 days before'),
      'ok',
    ],
  },
  {
    code: 'T-24 1160',
    patient: 'P-0344',
    work: say('Facettes 12–22 · BL2', 'Veneers 12–22 · BL2'),
    status: [say('Enregistré', 'Registered'), 'plain', 'box'],
    delivery: [say('jeu. 3 déc.', 'Thu 3 Dec'), say('estimée', 'estimated'), 'plain'],
    appointment: [say('lun. 7 déc. 09:00', 'Mon 7 Dec 09:00'), say('prêt 4 jours avant', 'ready 4 days before'), 'ok'],
  },
]

export function CasesTable({ say, skeleton }: { say: Say; skeleton?: boolean }) {
  const number = say('Numéro', 'Number')
  const delivery = say('Livraison', 'Delivery')
  const columns: Column<Sample>[] = [
    {
      key: 'code',
      label: number,
      phone: 'title',
      size: 'sm',
      sorted: 'descending',
      header: (
        <SortLink to="." direction="descending">
          {number}
        </SortLink>
      ),
      cell: row => (
        <a className="table__link" href="#main">
          {row.code}
        </a>
      ),
    },
    {
      key: 'patient',
      label: say('Patient', 'Patient'),
      phone: 'aside',
      cell: row => <TwoLines sub={row.work}>{row.patient}</TwoLines>,
    },
    {
      key: 'status',
      label: say('Statut', 'Status'),
      phone: 'bare',
      size: 'md',
      cell: ({ status: [words, tone, icon] }) => (
        <Pill tone={tone} icon={icon}>
          {words}
        </Pill>
      ),
    },
    {
      key: 'delivery',
      label: delivery,
      sorted: 'none',
      header: <SortLink to=".">{delivery}</SortLink>,
      cell: ({ delivery: [day, sub, tone] }) => (
        <TwoLines sub={sub} tone={tone}>
          {day}
        </TwoLines>
      ),
    },
    {
      key: 'appointment',
      label: say('Rendez-vous', 'Appointment'),
      size: 'md',
      cell: ({ appointment: [day, sub, tone] }) => (
        <TwoLines sub={sub} tone={tone}>
          {day}
        </TwoLines>
      ),
    },
    {
      key: 'actions',
      label: say('Actions', 'Actions'),
      labelHidden: true,
      phone: 'corner',
      cell: row => (
        <Menu
          label={say(`Actions pour ${row.code}`, `Actions for ${row.code}`)}
          icon="dots"
          iconOnly
          variant="bare"
          align="end"
        >
          <MenuLink to="." icon="truck">
            {say('Suivre la livraison', 'Track delivery')}
          </MenuLink>
          <MenuButton icon="download" onSelect={() => {}}>
            {say('Fiche de traçabilité', 'Traceability sheet')}
          </MenuButton>
        </Menu>
      ),
    },
  ]
  return (
    <Table
      caption={skeleton ? say('Travaux en chargement', 'Cases loading') : say('Travaux', 'Cases')}
      columns={columns}
      rows={skeleton ? undefined : samples(say)}
      skeletonRows={3}
      rowKey={row => row.code}
    />
  )
}

/** Shows the last action's result until something else is chosen. */
function ChosenSample({ say }: { say: Say }) {
  return (
    <ChosenBar
      says={say('2 travaux choisis', '2 cases chosen')}
      outcome={<Notice tone="warn" title={say('Non déplacés\u00a0: T-24 1182', 'Not moved: T-24 1182')} />}
    >
      <Button>{say('Déplacer', 'Move')}</Button>
      <Button variant="bare">{say('Ne rien choisir', 'Choose none')}</Button>
    </ChosenBar>
  )
}

export function CasesSample({ say }: { say: Say }) {
  const newCase = say('Nouveau travail', 'New case')
  return (
    <div className="kit-frame">
      <aside>
        <BrandMark name="Laboratoire Émail" />
        <ButtonLink to="." variant="primary" icon="plus" wide>
          {say('Passer commande', 'Place an order')}
        </ButtonLink>
      </aside>
      <main className="stack" id="main">
        <PageHead
          title={say('Travaux', 'Cases')}
          description={say('18 en cours, dont 2 avec une question du laboratoire', '18 in progress, 2 with a question')}
          actions={
            <ButtonLink to="." variant="primary" icon="plus">
              {newCase}
            </ButtonLink>
          }
        />
        <Tabs label={say('Travaux', 'Cases')}>
          <TabLink to="." selected count={18}>
            {say('En cours', 'In progress')}
          </TabLink>
          <TabLink to="." selected={false}>
            {say('Historique', 'History')}
          </TabLink>
          <TabLink to="." selected={false}>
            {say('Tous', 'All')}
          </TabLink>
        </Tabs>
        <Toolbar label={say('Filtrer les travaux', 'Filter the cases')}>
          <SearchInput
            label={say('Rechercher', 'Search')}
            placeholder={say('Numéro, patient, code patient', 'Number, patient, patient code')}
          />
          <FilterMenu label={say('Rendez-vous', 'Appointment')} icon="calendar">
            <Checkbox label={say('Cette semaine', 'This week')} />
          </FilterMenu>
          <FilterMenu label={say('Livraison', 'Delivery')} icon="truck">
            <Checkbox label={say('Cette semaine', 'This week')} />
          </FilterMenu>
          <FilterMenu label={say('Statut', 'Status')} active={2}>
            <Checkbox label={say('En attente', 'On hold')} defaultChecked />
            <Checkbox label={say('En fabrication', 'In production')} defaultChecked />
          </FilterMenu>
        </Toolbar>
        <Card
          flush
          footer={
            <Pagination
              label={say('Pages', 'Pages')}
              summary={say('1–6 sur 18', '1–6 of 18')}
              page={1}
              pageCount={3}
              previousLabel={say('Précédent', 'Previous')}
              nextLabel={say('Suivant', 'Next')}
              pageLabel={number => `Page ${number}`}
              renderLink={(_number, props) => <PageLink to="." {...props} />}
            />
          }
        >
          <CasesTable say={say} />
        </Card>
        <ChosenSample say={say} />
      </main>
    </div>
  )
}

type SignSampleProps = { say: Say; lang: string; onLang: (lang: string) => void }

export function SignSample({ say, lang, onLang }: SignSampleProps) {
  return (
    <SignCard
      brand={<BrandMark name="Laboratoire Émail" />}
      language={
        <SegmentedLanguage
          label={say('Langue', 'Language')}
          languages={[
            { code: 'fr', name: 'Français' },
            { code: 'en', name: 'English' },
          ]}
          current={lang}
          onSelect={onLang}
        />
      }
      title={say('Connexion', 'Sign in')}
      description={say(
        'Suivez vos travaux, vos livraisons et vos factures.',
        'Follow your cases, deliveries and invoices.',
      )}
      footer={
        <>
          <a className="link" href="#main">
            {say('Mot de passe oublié ?', 'Forgot your password?')}
          </a>
          <span>
            {say('Pas encore client ?', 'Not a customer yet?')}{' '}
            <a className="link" href="#main">
              {say('Créer un compte', 'Create an account')}
            </a>
          </span>
        </>
      }
      help={say('Une question ? 01 84 80 12 30', 'A question? 01 84 80 12 30')}
    >
      <form>
        <TextInput label={say('Identifiant', 'Identifier')} name="login" autoComplete="username" />
        <PasswordInput
          label={say('Mot de passe', 'Password')}
          name="password"
          autoComplete="current-password"
          showLabel={say('Afficher le mot de passe', 'Show password')}
          hideLabel={say('Masquer le mot de passe', 'Hide password')}
        />
        <Button variant="primary" size="lg" type="submit">
          {say('Se connecter', 'Sign in')}
        </Button>
      </form>
    </SignCard>
  )
}

export function MessageSample({ say }: { say: Say }) {
  return (
    <FullScreenMessage
      icon="warning"
      brand={<BrandMark name="Laboratoire Émail" />}
      title={say('Une erreur est survenue', 'An error occurred')}
      description={say('Veuillez réessayer plus tard.', 'Please try again later.')}
      action={
        <Button variant="primary" icon="refresh">
          {say('Réessayer', 'Retry')}
        </Button>
      }
    />
  )
}
