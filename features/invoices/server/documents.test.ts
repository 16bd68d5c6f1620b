import { randomUUID } from 'node:crypto'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { post } from '#test/billing.ts'
import { first, readXml, words } from '#test/cii-reading.ts'
import { breachesOf } from '#test/en16931.ts'
import { problemOf } from '#test/harness.ts'
import { documentOf, logoOf, sha256, startIssuing, year } from '#test/issuing.ts'
import { readPdf } from '#test/pdf.ts'
import { archiveBreaches, readArchive } from '#test/pdf-archive.ts'
import { settingsOf } from '#test/practice-settings.ts'
import { today } from '#test/today.ts'

const { app, folder, make, as, another, tokenFor, laboratoryThatIssues, addSettings, kept } = startIssuing()
const documents = app.chores.chores.find(({ name }) => name === 'documents') as unknown as {
  everywhere: (laboratories: readonly string[]) => Promise<void>
}

describe('the document of a piece', () => {
  it('is a PDF/A-3 with factur-x.xml that follows the rules, for the practice and for who does the books', async () => {
    const { laboratory, practice, manager, accounting } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    const { headers, bytes } = await documentOf(manager, id)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': expect.stringContaining(`filename="FA-${year}-000001-${today}.pdf"`),
    })
    const archive = await readArchive(bytes)
    expect(archiveBreaches(archive)).toEqual([])
    expect(archive.attachments).toMatchObject([{ filename: 'factur-x.xml' }])
    expect(breachesOf(archive.attachments[0]?.text ?? '')).toEqual([])
    const { text } = await readPdf(bytes)
    for (const words of ['Laboratoire Émail SARL', 'Cabinet des Lilas', 'SIREN 404833048', `FA-${year}-000001`])
      expect(text).toContain(words)
    expect((await documentOf(accounting, id, '/api/staff/invoices')).bytes).toEqual(bytes)
    expect(await kept(laboratory, id)).toEqual({ size: bytes.length, sha256: sha256(bytes) })
  })

  it('stays as it was issued, whatever the laboratory and the practice are called and look like later', async () => {
    const { laboratory, practice, manager } = await laboratoryThatIssues()
    const [seen, unseen] = [await make.invoice(practice), await make.invoice(practice)]
    await make.within(laboratory.id, client =>
      client.query('select tenant.add_parties($1, $2), tenant.add_parties($1, $3)', [
        laboratory.id,
        seen.id,
        unseen.id,
      ]),
    )
    const before = await documentOf(manager, seen.id)
    const logo = await logoOf(laboratory, '#ff0000')
    await make.within(laboratory.id, async client => {
      await client.query(`update brands set company_name = 'Autre', primary_color = '#ff0000', default_language = 'en'`)
      await client.query(`update billing_settings set legal_name = 'Autre SAS', siren = '404833048'`)
      await client.query(`update practices set name = 'Autre cabinet', address = '1 rue Neuve'`)
      await client.query('update brand_images set name = $1, content = $2', [logo.name, logo.content])
    })
    expect((await documentOf(manager, seen.id)).bytes).toEqual(before.bytes)
    const { text, language } = await readPdf((await documentOf(manager, unseen.id)).bytes)
    expect(language).toBe('fr')
    expect(text).toContain('Laboratoire Émail SARL')
    expect(text).toContain('Cabinet des Lilas')
    expect(text).not.toContain('Autre')
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select color, logo from invoice_documents group by 1, 2'),
    )
    expect(rows).toEqual([{ color: '#0f766e', logo: expect.not.stringContaining(logo.name) }])
  })

  it('has the practice’s own references, for its software too where one stands for all of it', async () => {
    const { laboratory, practice, accounting, manager } = await laboratoryThatIssues()
    const product = await make.product(laboratory, { price_cents: 12_000 })
    const issued = async (...references: (string | null)[]) => {
      const orderIds = await Promise.all(
        references.map(async practice_reference => {
          const { id } = await make.order(practice, { status: 'delivered', practice_reference })
          const of = { brand_id: laboratory.id, practice_id: practice.id, order_id: id }
          await make.insert(laboratory.id, 'order_products', {
            ...of,
            case_sequence: 1,
            reference: product.reference,
            product_version: product.version,
            label_fr: 'Couronne',
            label_en: 'Crown',
            quantity: 1,
          })
          return id
        }),
      )
      const body = { practiceId: practice.id, orderIds, type: 'invoice', discount: 0 }
      const response = await accounting('/api/staff/invoices', post(body))
      expect(response.status, await response.clone().text()).toBe(201)
      const { bytes } = await documentOf(manager, (await response.json()).data.ids[0])
      const xml = (await readArchive(bytes)).attachments[0]?.text ?? ''
      expect(breachesOf(xml)).toEqual([])
      const ofAll = /<ram:BuyerOrderReferencedDocument>\s*<ram:IssuerAssignedID>([^<]*)/.exec(xml)?.[1]
      const said = (text: string) => references.map(of => of !== null && text.includes(`votre référence ${of}`))
      return { ofAll, inXml: said(xml), onPaper: said((await readPdf(bytes)).text) }
    }
    expect(await issued('LOG <7781>', 'LOG <7781>')).toMatchObject({ ofAll: 'LOG &lt;7781&gt;', onPaper: [true, true] })
    const all = [true, true, false]
    expect(await issued('LOG-1', 'LOG-2', null)).toEqual({ ofAll: undefined, inXml: all, onPaper: all })
    expect(await issued(null)).toEqual({ ofAll: undefined, inXml: [false], onPaper: [false] })
  })

  it('says the VAT number of the practice and where work is brought, where they are known', async () => {
    const { laboratory, practice, manager } = await laboratoryThatIssues()
    const administrator = await as(await make.user(laboratory, { role: 'administrator' }))
    const path = `/api/staff/practices/${practice.id}`
    const page = (await (await administrator(path)).json()).data
    const said = settingsOf(page)
    const there = { deliveryAddress: '3 quai Sud', deliveryPostalCode: '69002', deliveryCity: 'Lyon' }
    const put = (values: object) => administrator(path, { method: 'PUT', body: { ...said, ...values } })
    for (const [values, fault] of [
      [{ vatNumber: 'FR84404833048' }, { path: 'vatNumber', code: 'vat_number_wrong' }],
      [{ vatNumber: '404833048' }, { path: 'vatNumber', code: 'vat_number_wrong' }],
      [
        { ...there, deliveryCity: ' ' },
        { path: 'deliveryCity', code: 'required' },
      ],
    ] as const)
      expect(await problemOf(await put(values))).toMatchObject({ code: 'input_invalid', errors: [fault] })
    expect((await put({ vatNumber: 'fr 83 404 833 048', ...there })).status).toBe(204)
    const { id } = await make.invoice(practice)
    const { bytes } = await documentOf(manager, id)
    const xml = (await readArchive(bytes)).attachments[0]?.text ?? ''
    expect(breachesOf(xml)).toEqual([])
    const { root } = readXml(xml)
    const buyer = 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty'
    expect(words(root, `${buyer}/SpecifiedTaxRegistration/ID`)).toBe('FR83404833048')
    const shipTo = first(root, 'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ShipToTradeParty')
    expect(
      ['Name', 'LineOne', 'PostcodeCode', 'CityName', 'CountryID'].map(name =>
        words(shipTo, name === 'Name' ? name : `PostalTradeAddress/${name}`),
      ),
    ).toEqual(['Cabinet des Lilas', '3 quai Sud', '69002', 'Lyon', 'FR'])
    const { text } = await readPdf(bytes)
    for (const line of ['TVA FR83404833048', '3 quai Sud', '69002 Lyon']) expect(text).toContain(line)
  })

  it('is made once, whoever asks at the same moment, in whichever process', async () => {
    const { laboratory, practice } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    const user = await make.user(practice, { account_type: 'manager' })
    const [call, other] = [await as(user), another({})]
    const authorization = `Bearer ${await tokenFor(user)}`
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) =>
        index % 2 === 0
          ? call(`/api/invoices/${id}/document`)
          : other.request(laboratory, `/api/invoices/${id}/document`, { headers: { authorization } }),
      ),
    )
    const sums = await Promise.all(answers.map(async answer => sha256(new Uint8Array(await answer.arrayBuffer()))))
    expect(new Set(sums)).toEqual(new Set([(await kept(laboratory, id))?.sha256]))
  })

  it('is changed by nobody and deleted by nobody, not even by the laboratory itself', async () => {
    const { laboratory, practice, manager } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    await documentOf(manager, id)
    const doing = (statement: string) => make.within(laboratory.id, client => client.query(statement, [id]))
    await expect(doing('update invoice_documents set size = 1 where invoice_id = $1')).rejects.toThrow('made once')
    await expect(doing('update invoice_documents set color = color where invoice_id = $1')).rejects.toThrow('made once')
    await expect(doing('delete from invoice_documents where invoice_id = $1')).rejects.toThrow('only grows')
    await expect(
      make.within(laboratory.id, client => client.query(`update document_logos set content = '\\x00'`)),
    ).rejects.toThrow('only grows')
  })

  it('of every kind says what it is; what was owed before the portal has none', async () => {
    const { practice, manager } = await laboratoryThatIssues()
    const invoice = await make.invoice(practice)
    const credit = await make.invoice(practice, {
      type: 'credit',
      amount_cents: -2_500,
      corrects_id: invoice.id,
      reason: 'Refait sous garantie',
    })
    const proForma = await make.invoice(practice, { type: 'pro_forma' })
    const balance = await make.invoice(practice, { type: 'initialBalance', amount_cents: 300 })
    const ofCredit = await documentOf(manager, credit.id)
    const xml = (await readArchive(ofCredit.bytes)).attachments[0]?.text ?? ''
    expect(breachesOf(xml)).toEqual([])
    expect(xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
    const { text } = await readPdf(ofCredit.bytes)
    expect(text).toContain(`FA-${year}-000001`)
    expect(text).toContain('Refait sous garantie')
    const ofProForma = await documentOf(manager, proForma.id)
    expect((await readArchive(ofProForma.bytes)).attachments).toEqual([])
    expect((await readPdf(ofProForma.bytes)).text).toContain('n’est pas une facture')
    expect(await problemOf(await manager(`/api/invoices/${balance.id}/document`))).toMatchObject({
      status: 409,
      code: 'no_document',
    })
  })

  it('waits where the laboratory is not known well enough, and is made once it is', async () => {
    const { laboratory, practice, manager } = await laboratoryThatIssues(null)
    const { id } = await make.invoice(practice)
    const path = `/api/invoices/${id}/document`
    expect(await problemOf(await manager(path))).toMatchObject({ status: 409, code: 'document_incomplete' })
    await documents.everywhere([laboratory.id])
    expect(await kept(laboratory, id)).toBeUndefined()
    await addSettings(laboratory)
    expect((await manager(path)).status).toBe(200)
  })

  it('reaches a practice without a SIREN that nobody signs in for any more at the address it has left', async () => {
    const { laboratory, accounting } = await laboratoryThatIssues()
    const reached = async (emails: string[], isErased = false) => {
      const practice = await make.practice(laboratory, { rpps_siret_siren: '10003456789', emails })
      const { login } = await make.user(practice, {
        disabled_at: new Date(),
        ...(isErased ? { erased_at: new Date(), password_hash: null } : {}),
      })
      const { id } = await make.invoice(practice)
      const path = `/api/staff/invoices/${id}/document`
      if (emails.length === 0 && isErased) return problemOf(await accounting(path))
      const { bytes } = await documentOf(accounting, id, '/api/staff/invoices')
      const xml = (await readArchive(bytes)).attachments[0]?.text ?? ''
      expect(breachesOf(xml)).toEqual([])
      return {
        asUser: xml.includes(`schemeID="EM">${login}@example.test<`),
        asGiven: xml.includes('schemeID="EM">compta@lilas.example<'),
      }
    }
    expect(await reached(['compta@lilas.example', 'autre@lilas.example'])).toEqual({ asUser: false, asGiven: true })
    expect(await reached([])).toEqual({ asUser: true, asGiven: false })
    expect(await reached([], true)).toMatchObject({ status: 409, code: 'document_incomplete' })
  })

  it('whose file is gone says so plainly, to practice and laboratory', async () => {
    const { laboratory, practice, manager, accounting } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    await documentOf(manager, id)
    await rm(join(folder, 'files', laboratory.id, id))
    for (const answer of [
      await manager(`/api/invoices/${id}/document`),
      await accounting(`/api/staff/invoices/${id}/document`),
    ])
      expect(await problemOf(answer)).toMatchObject({ status: 410, code: 'file_lost' })
  })

  it('waits where the place of files is away, which is no bug, and is made once it is back', async () => {
    const { practice, manager } = await laboratoryThatIssues()
    const { id } = await make.invoice(practice)
    const mark = join(folder, 'files', 'database-id')
    await rename(mark, `${mark}.away`)
    const answer = await manager(`/api/invoices/${id}/document`)
    await rename(`${mark}.away`, mark)
    expect(await problemOf(answer)).toMatchObject({ status: 503, code: 'unavailable' })
    expect((await manager(`/api/invoices/${id}/document`)).status).toBe(200)
  })

  it('is made by upkeep where nobody asks, once no run moves', async () => {
    const { laboratory, practice } = await laboratoryThatIssues()
    const first = await make.invoice(practice)
    const run = { brand_id: laboratory.id, run_id: randomUUID() }
    await make.insert(laboratory.id, 'billing_runs', {
      brand_id: laboratory.id,
      id: run.run_id,
      until_on: today,
      type: 'invoice',
    })
    const [one, other] = [practice, await make.practice(laboratory)]
    for (const { id } of [one, other])
      await make.insert(laboratory.id, 'billing_run_practices', { ...run, practice_id: id })
    const change = (statement: string, values: unknown[] = []) =>
      make.within(laboratory.id, client => client.query(statement, values))
    const isMade = async ({ id }: { id: string }) => {
      await documents.everywhere([laboratory.id])
      return (await kept(laboratory, id)) !== undefined
    }
    expect(await isMade(first), 'it has just begun').toBe(false)
    await change(`update billing_runs set created_at = now() - interval '10 minutes'`)
    await change(`update billing_run_practices set state = 'done' where practice_id = $1`, [one.id])
    expect(await isMade(first), 'it moves').toBe(false)
    await change(`update billing_run_practices set done_at = done_at - interval '6 minutes' where state = 'done'`)
    expect(await isMade(first), 'it stands').toBe(true)
    const second = await make.invoice(practice)
    await change(`update billing_runs set created_at = now()`)
    await change(`update billing_run_practices set state = 'done'`)
    expect(await isMade(second), 'it is done').toBe(true)
    expect(await readdir(join(folder, 'passage')), 'nothing is left behind').toEqual([])
  })
})
