import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SettingsHead } from '#features/staff/web/settings-head.tsx'
import { call } from '#kit/web/call.ts'
import { FormEnd } from '#kit/web/form-end.tsx'
import { QueryFailure } from '#kit/web/query-failure.tsx'
import { useText } from '#kit/web/text.tsx'
import { Card } from '#kit/web/ui/card.tsx'
import { Notice } from '#kit/web/ui/notice.tsx'
import { BlockSkeleton } from '#kit/web/ui/skeleton.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useVersionedForm } from '#kit/web/use-versioned-form.tsx'
import { type MailSettings, mailSettingCalls } from '../contract.ts'
import { ChangedMailSettings } from '../input.ts'
import { mailSettings } from './staff-queries.ts'
import { mailSettingsText } from './staff-text.ts'
import { TestMail } from './test-mail.tsx'
import './staff-mails.css'

export function StaffMailSettingsScreen(): ReactNode {
  const t = useText(mailSettingsText)
  const query = useQuery(mailSettings)
  return (
    <div className="stack">
      <SettingsHead title={t.title} description={t.description} />
      {query.data ? (
        <>
          {!query.data.areMailsSent && (
            <Notice tone="warn" title={t.noServer.title}>
              {t.noServer.description}
            </Notice>
          )}
          <SignatureForm there={query.data} />
          <TestMail address={query.data.email} />
        </>
      ) : query.error ? (
        <Card flush>
          <QueryFailure title={t.failed} query={query} />
        </Card>
      ) : (
        <BlockSkeleton />
      )}
    </div>
  )
}

function SignatureForm({ there }: { there: MailSettings }) {
  const t = useText(mailSettingsText)
  const queries = useQueryClient()
  const { name, replyTo, version, laboratory, sender } = there
  const form = useVersionedForm({
    initial: { name, replyTo },
    version,
    shape: ChangedMailSettings,
    body: (values, version) => ({ ...values, version }),
    sentences: {
      name: { too_long: t.tooLong, one_line_expected: t.oneLine },
      replyTo: { mail_address_expected: t.addressWrong, too_long: t.addressWrong },
    },
    send: body =>
      call(mailSettingCalls.change, { body }).finally(() =>
        queries.invalidateQueries({ queryKey: mailSettings.queryKey }),
      ),
    done: () => toast({ title: t.saved }),
  })
  return (
    <form {...form.props}>
      <Card title={t.signature}>
        <div className="stack staff-mails__signature">
          <TextInput
            {...form.text('name')}
            label={t.name}
            mark={t.optional}
            hint={t.nameHint(laboratory)}
            autoComplete="organization"
          />
          <TextInput
            {...form.text('replyTo')}
            label={t.replyTo}
            mark={t.optional}
            hint={t.replyToHint}
            type="email"
            autoComplete="email"
            spellCheck={false}
          />
          <p className="small muted">{t.sender(sender)}</p>
          <p>
            {t.shown} <span className="strong">{form.values.name.trim() || laboratory}</span> &lt;{sender}&gt;
          </p>
          <FormEnd form={form} submitLabel={t.submit} failed={t.notSaved} />
        </div>
      </Card>
    </form>
  )
}
