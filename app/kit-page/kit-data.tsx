import { useState } from 'react'
import { BrandMark } from '#features/brand/web/brand-mark.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Breadcrumb, BreadcrumbHere, BreadcrumbLink } from '#kit/web/ui/breadcrumb.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Count } from '#kit/web/ui/count.tsx'
import { DescriptionList } from '#kit/web/ui/description-list.tsx'
import { EmptyState } from '#kit/web/ui/empty-state.tsx'
import { ErrorState } from '#kit/web/ui/error-state.tsx'
import { JumpList, JumpPart } from '#kit/web/ui/jump-list.tsx'
import { PageLink, Pagination } from '#kit/web/ui/pagination.tsx'
import { Pill } from '#kit/web/ui/pill.tsx'
import { QrCode } from '#kit/web/ui/qr-code.tsx'
import { ResultCount } from '#kit/web/ui/result-count.tsx'
import { Skeleton } from '#kit/web/ui/skeleton.tsx'
import { SkipLink } from '#kit/web/ui/skip-link.tsx'
import { TabLink, Tabs } from '#kit/web/ui/tabs.tsx'
import { Timeline } from '#kit/web/ui/timeline.tsx'
import { Widget, Widgets } from '#kit/web/ui/widget.tsx'
import { CasesTable, type Say } from './kit-screens.tsx'

/** A logo four times as wide as high, inline so that the page needs no file. */
const wideLogo = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="60"><rect width="240" height="60" rx="8" fill="#0e9a99"/></svg>',
)}`

export function DataSamples({ say }: { say: Say }) {
  return (
    <>
      <SkipLink>{say('Aller au contenu', 'Skip to content')}</SkipLink>
      <Marks say={say} />
      <CaseParts say={say} />
      <Lists say={say} />
    </>
  )
}

function Marks({ say }: { say: Say }) {
  return (
    <Card title={say('Marques et statuts', 'Marks and statuses')} actions={<Count>12</Count>}>
      <div className="stack">
        <div className="row">
          <BrandMark name="Laboratoire Émail" />
          <BrandMark name="Atelier Ivoire" size="lg" />
          <BrandMark name="Émail" logo={wideLogo} />
          <BrandMark name="Laboratoire de prothèse dentaire du Grand-Saint-Bernard et associés" />
          <Avatar firstName="Claire" lastName="Martin" />
        </div>
        <div className="row">
          <Pill icon="box">{say('Enregistré', 'Registered')}</Pill>
          <Pill tone="brand" icon="gear">
            {say('En fabrication', 'In production')}
          </Pill>
          <Pill tone="warn" icon="pause">
            {say('En attente', 'On hold')}
          </Pill>
          <Pill tone="late" icon="clock">
            {say('En retard', 'Late')}
          </Pill>
          <Pill tone="info" icon="truck">
            {say('Expédié', 'Shipped')}
          </Pill>
          <Pill tone="ok" icon="check">
            {say('Livré', 'Delivered')}
          </Pill>
        </div>
        <Tabs label={say('Sections', 'Sections')}>
          <TabLink to="." selected={false}>
            {say('Détail du travail', 'Case details')}
          </TabLink>
          <TabLink to="." selected count={3}>
            {say('Pièces jointes', 'Attachments')}
          </TabLink>
        </Tabs>
        <JumpList
          label={say('Sur cette page', 'On this page')}
          parts={[
            { id: 'main', name: say('Composants', 'Components') },
            { id: 'code', name: say('Code QR', 'QR code') },
          ]}
        />
        <JumpPart id="code">
          <QrCode text="otpauth://totp/Arcade?secret=JBSWY3DPEHPK3PXP" label={say('Code à scanner', 'Code to scan')} />
        </JumpPart>
      </div>
    </Card>
  )
}

function CaseParts({ say }: { say: Say }) {
  return (
    <>
      <Breadcrumb label={say('Fil d’Ariane', 'Breadcrumb')}>
        <BreadcrumbLink to=".">{say('Travaux', 'Cases')}</BreadcrumbLink>
        <BreadcrumbHere>T-24 1176</BreadcrumbHere>
      </Breadcrumb>
      <Widgets>
        <Widget
          label={say('Statut', 'Status')}
          icon="gear"
          value={
            <Pill tone="brand" icon="gear">
              {say('En fabrication', 'In production')}
            </Pill>
          }
          detail={say('depuis le 18 nov.', 'since 18 Nov')}
        />
        <Widget
          label={say('Livraison', 'Delivery')}
          icon="truck"
          value={say('jeu. 26 nov.', 'Thu 26 Nov')}
          tone="late"
          detail={say('initialement le 23 nov.', 'first planned for 23 Nov')}
        />
        <Widget
          label={say('Rendez-vous du patient', 'Patient appointment')}
          icon="calendar"
          value={say('jeu. 26 nov. 11:00', 'Thu 26 Nov 11:00')}
          detail={say('le jour même', 'the same day')}
        />
        <Widget label={say('Factures à régler', 'Outstanding')} icon="bill" value="1 284,50 €" />
        <Widget label={say('Chargement', 'Loading')} value={<Skeleton shape="title" width="medium" />} detail="…" />
      </Widgets>
      <div className="kit__pair">
        <Card title={say('Produit', 'Product')}>
          <DescriptionList
            items={[
              { term: say('Référence', 'Reference'), detail: 'CC-ZR-26' },
              { term: say('Teinte', 'Shade'), detail: 'A3,5' },
              { term: say('Dents', 'Teeth'), detail: '26' },
              { term: say('Secteur', 'Sector'), detail: say('Haut', 'Upper') },
            ]}
          />
        </Card>
        <Card title={say('Suivi', 'Timeline')}>
          <Timeline
            label={say('Suivi', 'Timeline')}
            entries={[
              {
                key: '1',
                title: say('Enregistré', 'Registered'),
                at: '16 nov. 09:12',
                dateTime: '2026-11-16T08:12Z',
                icon: 'box',
                tone: 'plain',
              },
              {
                key: '2',
                title: say('En attente', 'On hold'),
                at: '17 nov. 14:03',
                dateTime: '2026-11-17T13:03Z',
                icon: 'pause',
                tone: 'warn',
                note: say('Pièces d’implant attendues', 'Awaiting implant parts'),
              },
              {
                key: '3',
                title: say('En fabrication', 'In production'),
                at: '18 nov. 08:40',
                dateTime: '2026-11-18T07:40Z',
                icon: 'gear',
              },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

function Lists({ say }: { say: Say }) {
  const [page, setPage] = useState(4)
  return (
    <>
      <CasesTable say={say} />
      <ResultCount>{say('6 travaux', '6 cases')}</ResultCount>
      <Card
        flush
        title={say('Chargement', 'Loading')}
        footer={
          <Pagination
            label={say('Pages', 'Pages')}
            summary={say(`${page * 25 - 24}–${page * 25} sur 400`, `${page * 25 - 24}–${page * 25} of 400`)}
            page={page}
            pageCount={16}
            previousLabel={say('Précédent', 'Previous')}
            nextLabel={say('Suivant', 'Next')}
            pageLabel={number => `Page ${number}`}
            renderLink={(number, props) => <PageLink to="." onClick={() => setPage(number)} {...props} />}
          />
        }
      >
        <CasesTable say={say} skeleton />
      </Card>
      <div className="kit__pair">
        <Card>
          <EmptyState
            icon="case"
            title={say('Aucun travail en cours', 'No case in progress')}
            description={say('Vos commandes apparaîtront ici.', 'Your orders will appear here.')}
            action={
              <ButtonLink to="." variant="primary" icon="plus">
                {say('Nouveau travail', 'New case')}
              </ButtonLink>
            }
          />
        </Card>
        <Card>
          <EmptyState
            icon="filter"
            title={say('Aucun travail pour ces filtres', 'No case for these filters')}
            action={<Button>{say('Effacer les filtres', 'Clear the filters')}</Button>}
          />
        </Card>
        <Card>
          <ErrorState
            title={say('Une erreur est survenue', 'An error occurred')}
            description={say('Veuillez réessayer plus tard.', 'Please try again later.')}
            retryLabel={say('Réessayer', 'Retry')}
            onRetry={() => {}}
          />
        </Card>
      </div>
    </>
  )
}
