import { useState } from 'react'
import { PeriodMenu } from '#kit/web/period-menu.tsx'
import { Button, type ButtonVariant } from '#kit/web/ui/button.tsx'
import { ButtonAnchor, ButtonLink } from '#kit/web/ui/button-link.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Checkbox } from '#kit/web/ui/checkbox.tsx'
import { ConfirmDialog } from '#kit/web/ui/confirm-dialog.tsx'
import { Dialog } from '#kit/web/ui/dialog.tsx'
import { Fieldset } from '#kit/web/ui/fieldset.tsx'
import { FilterMenu } from '#kit/web/ui/filter-menu.tsx'
import { addIcons, Icon, type IconName, icons } from '#kit/web/ui/icon.tsx'
import { IconButton } from '#kit/web/ui/icon-button.tsx'
import { ListInput, type TypedList } from '#kit/web/ui/list-input.tsx'
import { Menu, MenuButton, MenuLink, MenuSection } from '#kit/web/ui/menu.tsx'
import { moreIcons } from '#kit/web/ui/more-icons.ts'
import { Notice } from '#kit/web/ui/notice.tsx'
import { PasswordInput } from '#kit/web/ui/password-input.tsx'
import { SearchInput } from '#kit/web/ui/search-input.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { Spinner } from '#kit/web/ui/spinner.tsx'
import { TextArea } from '#kit/web/ui/text-area.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useDelayed } from '#kit/web/ui/use-delayed.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import type { Say } from './kit-screens.tsx'

const iconNames = Object.keys({ ...icons, ...moreIcons }) as IconName[]
addIcons(moreIcons)

const variants: ButtonVariant[] = ['primary', 'secondary', 'bare', 'danger']

export function ControlSamples({ say }: { say: Say }) {
  return (
    <>
      <Card title={say('Icônes', 'Icons')}>
        <ul className="row">
          {iconNames.map(name => (
            <li key={name} title={name}>
              <Icon name={name} />
              <VisuallyHidden>{name}</VisuallyHidden>
            </li>
          ))}
        </ul>
      </Card>
      <Buttons say={say} />
      <Fields say={say} />
      <Overlays say={say} />
    </>
  )
}

function Buttons({ say }: { say: Say }) {
  const save = say('Enregistrer', 'Save')
  return (
    <Card title={say('Boutons', 'Buttons')}>
      <div className="stack stack--sm">
        {variants.map(variant => (
          <div className="row" key={variant}>
            <Button variant={variant}>{save}</Button>
            <Button variant={variant} icon="plus">
              {say('Nouveau travail', 'New case')}
            </Button>
            <Button variant={variant} pending>
              {say('Envoi en cours', 'Sending')}
            </Button>
            <Button variant={variant} disabled>
              {save}
            </Button>
            <Button variant={variant} size="sm">
              {save}
            </Button>
            <ButtonLink to="." variant={variant} icon="case">
              {say('Un lien', 'A link')}
            </ButtonLink>
            <IconButton variant={variant} icon="dots" label={`${say('Actions', 'Actions')} ${variant}`} />
          </div>
        ))}
        <div className="row">
          <ButtonAnchor href="tel:+33184801230" icon="phone">
            01 84 80 12 30
          </ButtonAnchor>
          <Button variant="primary" size="lg">
            {say('Se connecter', 'Sign in')}
          </Button>
          <Spinner label={say('Chargement', 'Loading')} />
        </div>
      </div>
    </Card>
  )
}

function Addresses({ say }: { say: Say }) {
  const [value, setValue] = useState<TypedList>({ kept: ['accueil@cabinet.fr', 'compta@cabinet.fr'], typed: '' })
  return (
    <ListInput
      name="addresses"
      label={say('Adresses e-mail', 'E-mail addresses')}
      hint={say('Appuyez sur Entrée après chacune.', 'Press Enter after each.')}
      inputMode="email"
      value={value}
      onChange={setValue}
      fault={(word, kept) => {
        if (!word.includes('@')) return say('Il manque le signe @.', 'The sign @ is missing.')
        return kept.includes(word) ? say('Elle est déjà dans la liste.', 'It is in the list already.') : undefined
      }}
      removeLabel={word => `${say('Retirer', 'Remove')} ${word}`}
      keptLabel={word => `${word} ${say('ajoutée', 'added')}`}
    />
  )
}

function Fields({ say }: { say: Say }) {
  const required = say('(obligatoire)', '(required)')
  const shades = ['A1', 'A2', 'A3,5', 'B1'].map(value => ({ value, label: value }))
  return (
    <Card title={say('Champs', 'Fields')}>
      <div className="kit__pair">
        <TextInput label={say('Identifiant', 'Identifier')} name="login" autoComplete="username" />
        <TextInput
          label={say('Adresse e-mail', 'E-mail')}
          mark={required}
          hint={say('Par exemple nom@cabinet.fr', 'For example name@practice.com')}
          type="email"
          name="email"
          autoComplete="email"
        />
        <TextInput
          label={say('Téléphone', 'Phone')}
          mark={required}
          hint={say('10 chiffres', '10 digits')}
          error={say('Saisissez les 10 chiffres du numéro.', 'Enter the 10 digits of the number.')}
          type="tel"
          name="phone"
          defaultValue="01 84"
        />
        <PasswordInput
          label={say('Mot de passe', 'Password')}
          showLabel={say('Afficher le mot de passe', 'Show password')}
          hideLabel={say('Masquer le mot de passe', 'Hide password')}
          autoComplete="current-password"
          defaultValue="secret"
        />
        <Select label={say('Teinte', 'Shade')} options={shades} placeholder={say('Choisir', 'Choose')} />
        <Select
          label={say('Quantité', 'Quantity')}
          mark={say('(facultatif)', '(optional)')}
          error={say('Choisissez une quantité.', 'Choose a quantity.')}
          options={shades}
        />
        <TextInput label={say('Adresse du cabinet', 'Office address')} disabled defaultValue="12 rue des Lilas" />
        <TextArea label={say('Commentaire', 'Comment')} defaultValue={say('Sans occlusion.', 'No occlusion.')} />
        <Addresses say={say} />
        <Fieldset legend={say('Statuts', 'Statuses')}>
          <Checkbox label={say('En fabrication', 'In production')} defaultChecked />
          <Checkbox label={say('Expédié', 'Shipped')} />
          <Checkbox label={say('Annulé', 'Cancelled')} disabled />
          <Checkbox
            label={say('J’accepte les conditions', 'I accept the terms')}
            error={say('Cochez la case pour continuer.', 'Tick the box to continue.')}
          />
        </Fieldset>
        <Fieldset legend={say('Empreinte', 'Impression')}>
          <Checkbox radio name="print" label={say('Optique', 'Optical')} defaultChecked />
          <Checkbox radio name="print" label={say('Physique', 'Physical')} hint={say('À collecter', 'To collect')} />
        </Fieldset>
        <div className="stack stack--sm">
          <Notice tone="late" title={say('Mot de passe ou identifiant incorrect', 'Password or identifier incorrect')}>
            {say('Veuillez réessayer.', 'Please try again.')}
          </Notice>
          <Notice tone="warn">
            {say('Le laboratoire vous pose une question.', 'The laboratory has a question for you.')}
          </Notice>
          <Notice tone="ok">{say('Modification enregistrée.', 'Change saved.')}</Notice>
          <Notice>{say('Réponse sous 24 heures.', 'Answer within 24 hours.')}</Notice>
        </div>
      </div>
    </Card>
  )
}

function Overlays({ say }: { say: Say }) {
  const [dialog, setDialog] = useState<'form' | 'confirm' | 'leave'>()
  const [pending, setPending] = useState(false)
  const waiting = useDelayed(pending)
  const cancel = say('Annuler', 'Cancel')
  return (
    <Card title={say('Menus, dialogues, notifications', 'Menus, dialogs, notifications')}>
      <div className="row">
        <SearchInput
          label={say('Rechercher', 'Search')}
          placeholder={say('Numéro, patient, code patient', 'Number, patient, patient code')}
        />
        <PeriodMenu
          words={{
            period: say('Date', 'Date'),
            from: say('Du', 'From'),
            to: say('Au', 'To'),
            since: day => say(`dès le ${day}`, `from ${day}`),
            until: day => say(`jusqu’au ${day}`, `until ${day}`),
            apply: say('Appliquer', 'Apply'),
            anyDate: say('Toutes les dates', 'Any date'),
            orderWrong: say('Choisissez un jour qui ne précède pas le premier.', 'Choose a later day.'),
          }}
          period={{ from: '2026-11-02' }}
          onChoose={() => undefined}
        />
        <FilterMenu label={say('Statut', 'Status')} active={2}>
          <Fieldset legend={say('Statut', 'Status')} legendHidden>
            <Checkbox label={say('En fabrication', 'In production')} defaultChecked />
            <Checkbox label={say('Expédié', 'Shipped')} defaultChecked />
            <Checkbox label={say('En attente', 'On hold')} />
          </Fieldset>
        </FilterMenu>
        <Menu label={say('Nouvelle demande', 'New request')} icon="plus" variant="primary">
          <MenuLink to="." icon="case">
            {say('Nouveau travail', 'New case')}
          </MenuLink>
          <MenuButton icon="box" onSelect={() => setDialog('form')}>
            {say('Demander des fournitures', 'Request supplies')}
          </MenuButton>
        </Menu>
        <Menu label={say('Mon compte', 'My account')} trigger="Dr Claire Martin" align="end">
          <MenuLink to="." icon="user">
            {say('Mon compte', 'My account')}
          </MenuLink>
          <MenuSection label={say('Langue', 'Language')}>
            <MenuButton lang="fr" checked onSelect={() => {}}>
              Français
            </MenuButton>
            <MenuButton lang="en" checked={false} onSelect={() => {}}>
              English
            </MenuButton>
          </MenuSection>
          <MenuButton icon="logout" tone="late" onSelect={() => setDialog('confirm')}>
            {say('Se déconnecter', 'Sign out')}
          </MenuButton>
        </Menu>
        <Button onClick={() => setDialog('form')}>{say('Dialogue', 'Dialog')}</Button>
        <Button variant="danger" onClick={() => setDialog('confirm')}>
          {say('Confirmation', 'Confirmation')}
        </Button>
        <Button onClick={() => toast({ title: say('Commande envoyée', 'Order sent') })}>ok</Button>
        <Button
          onClick={() =>
            toast({
              tone: 'late',
              title: say('Erreur de connexion', 'Connection error'),
              description: say('Veuillez réessayer plus tard.', 'Please try again later.'),
            })
          }
        >
          late
        </Button>
        <Button
          onClick={() =>
            toast({
              tone: 'info',
              title: say('Absence supprimée', 'Absence deleted'),
              action: { label: say('Rétablir', 'Undo'), run: () => toast({ title: say('Rétablie', 'Restored') }) },
            })
          }
        >
          info
        </Button>
        <Button aria-pressed={pending} onClick={() => setPending(!pending)}>
          {waiting ? say('montré', 'shown') : say('useDelayed', 'useDelayed')}
        </Button>
      </div>
      <Dialog
        open={dialog === 'form' || dialog === 'leave'}
        onClose={() => setDialog(undefined)}
        onBeforeClose={() => {
          setDialog('leave')
          return false
        }}
        title={say('Demander des fournitures', 'Request supplies')}
        description={say('Livrées avec votre prochaine collecte.', 'Delivered with your next pickup.')}
        closeLabel={say('Fermer', 'Close')}
        footer={
          <>
            <Button onClick={() => setDialog('leave')}>{cancel}</Button>
            <Button variant="primary">{say('Continuer', 'Continue')}</Button>
          </>
        }
      >
        <TextInput label={say('Boîtes d’empreinte', 'Impression boxes')} defaultValue="2" inputMode="numeric" />
        <ConfirmDialog
          open={dialog === 'leave'}
          title={say('Abandonner cette demande ?', 'Discard this request?')}
          description={say('Vos choix seront perdus.', 'Your choices will be lost.')}
          confirmLabel={say('Abandonner la demande', 'Discard the request')}
          cancelLabel={say('Continuer la demande', 'Keep editing')}
          onConfirm={() => setDialog(undefined)}
          onCancel={() => setDialog('form')}
        />
      </Dialog>
      <ConfirmDialog
        open={dialog === 'confirm'}
        title={say('Supprimer l’absence du 3 au 5 mars ?', 'Delete the absence of 3 to 5 March?')}
        description={say('Les livraisons reprendront ces jours-là.', 'Deliveries resume on these days.')}
        confirmLabel={say('Supprimer l’absence', 'Delete the absence')}
        cancelLabel={cancel}
        onConfirm={() => setDialog(undefined)}
        onCancel={() => setDialog(undefined)}
      />
    </Card>
  )
}
