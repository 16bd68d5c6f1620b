import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { listenTo } from '#test/events.ts'
import { problemOf, startTestApp } from '#test/harness.ts'

const { app, make, as, request, tokenFor } = startTestApp()

type Call = Awaited<ReturnType<typeof as>>
const path = '/api/staff/brand'
const show = async (call: Call) => (await (await call(path)).json()).data
const setLook = async (call: Call, changes: object) => {
  const { look, version } = await show(call)
  return call(path, { method: 'PUT', body: { ...look, version, ...changes } })
}
const section = { name: 'Rounds', description: '', headers: ['Area', 'Hours'], rows: [['Paris', '8–12']] }
const setTimes = async (call: Call, changes: object = {}) => {
  const { version } = await show(call)
  const times = { title: 'Délais', sections: [section] }
  const body = { fr: times, en: { title: 'Lead times', sections: [section] }, version, ...changes }
  return call(`${path}/delivery-times`, { method: 'PUT', body })
}
const told = async (answer: Response) => {
  const { status, code, errors } = await problemOf(answer)
  return [status, code, ...(errors ?? []).map(error => `${error.path} ${error.code}`)]
}
const picture = (format: 'png' | 'webp' | 'jpeg' | 'gif', size = 40) =>
  sharp({ create: { width: size, height: size, channels: 3, background: '#006d6f' } })
    .withExif({ IFD0: { Copyright: 'SECRET-PLACE' } })
    .toFormat(format)
    .toBuffer()

async function opened() {
  const laboratory = await make.laboratory()
  const user = await make.user(laboratory)
  return { laboratory, user, call: await as(user) }
}
const brandOf = async (laboratory: { host: string }) => (await (await request(laboratory, '/api/brand')).json()).data

describe('the look of a laboratory', () => {
  it('is what it says, at once and on every open screen', async () => {
    const { laboratory, user, call } = await opened()
    const events = listenTo(await (await as(await make.user(await make.practice(laboratory))))('/api/events'))
    await events.next('ready')
    const answer = await setLook(call, {
      companyName: ' Atelier du Port ',
      clientServicePhone: '+33 1 99 00 12 30',
      primary: '#AA0044',
      city: 'Brest',
    })
    expect(answer.status).toBe(204)
    expect((await events.next('change')).topics).toEqual(['brand'])
    await events.close()
    expect(await brandOf(laboratory)).toMatchObject({
      companyName: 'Atelier du Port',
      clientServicePhone: '+33 1 99 00 12 30',
      whiteLabel: { primary: '#aa0044', ring: '#2a9d9f' },
    })
    expect((await show(call)).look).toMatchObject({ city: 'Brest', primary: '#aa0044' })
    const page = await (await request(laboratory, '/login')).text()
    expect(page).toContain('<title>Atelier du Port Client Portal</title>')
    expect(page).toContain('--primary:#aa0044')
    const { rows } = await make.within(laboratory.id, client =>
      client.query('select kind from audit_events where user_id = $1', [user.id]),
    )
    expect(rows).toEqual([{ kind: 'brand_changed' }])
  })

  it.each([
    [{ companyName: ' ' }, 'companyName required'],
    [{ companyName: 'Labo\nBcc: x' }, 'companyName one_line'],
    [{ clientServicePhone: 'ask me' }, 'clientServicePhone phone_wrong'],
    [{ primary: 'red;}body{display:none' }, 'primary regex'],
    [{ border: '#12345' }, 'border regex'],
    [{ address: 'x'.repeat(201) }, 'address too_long'],
  ])('is refused by field: %j', async (wrong, error) => {
    const { call } = await opened()
    expect(await told(await setLook(call, wrong))).toEqual([422, 'input_invalid', error])
  })

  it('is never a colleague’s under one’s hand', async () => {
    const { laboratory, call } = await opened()
    const colleague = await as(await make.user(laboratory))
    const { look, version } = await show(call)
    expect((await setLook(colleague, { companyName: 'Theirs' })).status).toBe(204)
    const late = await call(path, { method: 'PUT', body: { ...look, version, companyName: 'Mine' } })
    expect(await told(late)).toEqual([409, 'conflict'])
    expect((await brandOf(laboratory)).companyName).toBe('Theirs')
    // A retry after a lost answer succeeds.
    const again = await call(path, { method: 'PUT', body: { ...look, version, companyName: 'Theirs' } })
    expect(again.status).toBe(204)
  })
})

describe('what practices read of delivery times', () => {
  it('is written in both languages, and cannot make the laboratory wrongly configured', async () => {
    const { laboratory, call } = await opened()
    expect((await setTimes(call)).status).toBe(204)
    expect((await brandOf(laboratory)).deliveryTimeInformation).toEqual({
      version: 1,
      defaultLanguage: 'fr',
      content: { fr: { title: 'Délais', sections: [section] }, en: { title: 'Lead times', sections: [section] } },
    })
    expect((await show(call)).times.en).toEqual({ title: 'Lead times', sections: [section] })
    const short = { title: 'Délais', sections: [{ ...section, rows: [['Paris']] }] }
    expect(await told(await setTimes(call, { fr: short }))).toEqual([422, 'input_invalid', 'fr.sections.0 row_width'])
    expect(await told(await setTimes(call, { en: { title: ' ', sections: [] } }))).toEqual([
      422,
      'input_invalid',
      'en.title required',
    ])
    const others = { title: 'Délais courts', sections: [] }
    expect(await told(await setTimes(call, { version: 'of before', fr: others }))).toEqual([409, 'conflict'])
    // A retry after a lost answer succeeds.
    expect((await setTimes(call, { version: 'of before' })).status).toBe(204)
  })

  it('mends what could not be read', async () => {
    const { laboratory, call } = await opened()
    await make.within(laboratory.id, client =>
      client.query(`update brands set delivery_time_information = '"nonsense"'`),
    )
    expect((await show(call)).times).toEqual({ fr: null, en: null })
    expect((await setTimes(call)).status).toBe(204)
    expect((await brandOf(laboratory)).deliveryTimeInformation.content.fr.title).toBe('Délais')
  })
})

describe('a logo', () => {
  const put = async (user: Parameters<typeof as>[0], purpose: string, bytes: Uint8Array) => {
    const { laboratory } = user
    const token = await tokenFor(user)
    return app.fetch(
      new Request(`http://${laboratory.host}${path}/${purpose}`, {
        method: 'PUT',
        headers: {
          host: laboratory.host,
          authorization: `Bearer ${token}`,
          'content-type': 'application/octet-stream',
        },
        body: Buffer.from(bytes),
      }),
      { incoming: { socket: { remoteAddress: '192.0.2.1' } } },
    )
  }

  it('is made anew, without a word of what it carried, and served as what it is', async () => {
    const { laboratory, user, call } = await opened()
    for (const [format, type] of [
      ['png', 'image/png'],
      ['webp', 'image/webp'],
      ['jpeg', 'image/jpeg'],
    ] as const) {
      const sent = await picture(format)
      expect(sent.includes('SECRET-PLACE')).toBe(true)
      expect((await put(user, 'logo', sent)).status, format).toBe(204)
      const { companyLogo } = await brandOf(laboratory)
      const served = await request(laboratory, companyLogo)
      expect(served.headers.get('content-type')).toBe(type)
      expect(served.headers.get('x-content-type-options')).toBe('nosniff')
      expect(Buffer.from(await served.arrayBuffer()).includes('SECRET-PLACE')).toBe(false)
    }
    expect((await put(user, 'favicon', await picture('png', 32))).status).toBe(204)
    expect((await show(call)).favicon).toMatch(/^\/api\/brand\/images\/[0-9a-f]{32}\.png$/)
    expect((await call(`${path}/logo`, { method: 'DELETE' })).status).toBe(204)
    expect((await brandOf(laboratory)).companyLogo).toBeNull()
  })

  it.each([
    ['a drawing that may hold script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a page', '<!doctype html><script>alert(1)</script>'],
    ['the beginning of a picture and no picture', '\x89PNG\r\n\x1a\n<script>'],
    ['nothing', ''],
  ])('is refused that is %s', async (_, text) => {
    const { laboratory, user } = await opened()
    expect(await told(await put(user, 'logo', Buffer.from(text, 'latin1')))).toEqual([422, 'no_image'])
    expect((await brandOf(laboratory)).companyLogo).toBeNull()
  })

  it('is refused that is too large, or of another kind', async () => {
    const { user } = await opened()
    expect((await put(user, 'logo', Buffer.alloc(512_001))).status).toBe(413)
    expect(await told(await put(user, 'logo', await picture('gif')))).toEqual([422, 'no_image'])
  })
})

describe('the widget with which practices say what they think', () => {
  const choose = (call: Call, address: string, seen = '') =>
    call(`${path}/feedback-widget`, { method: 'PUT', body: { address, seen } })

  it('is the portal’s, a script elsewhere or none, on every open screen at once', async () => {
    const { laboratory, call } = await opened()
    const events = listenTo(await (await as(await make.user(await make.practice(laboratory))))('/api/events'))
    await events.next('ready')
    expect((await choose(call, '/feedback-widget.js')).status).toBe(204)
    expect((await events.next('change')).topics).toEqual(['brand'])
    await events.close()
    expect((await brandOf(laboratory)).feedbackWidget).toBe('/feedback-widget.js')
    const elsewhere = 'https://avis.exemple.fr:8443/widget.js?id=12'
    expect((await choose(call, elsewhere, '/feedback-widget.js')).status).toBe(204)
    expect((await show(call)).feedbackWidget).toBe(elsewhere)
    const frame = await (await request(laboratory, '/feedback-frame')).text()
    expect(frame).toContain(`script.src = "${elsewhere}"`)
    expect((await choose(call, '', '/feedback-widget.js')).status).toBe(409)
    expect((await choose(call, '', elsewhere)).status).toBe(204)
    // A retry after a lost answer succeeds.
    expect((await choose(call, '', elsewhere)).status).toBe(204)
    expect((await request(laboratory, '/feedback-frame')).status).toBe(404)
  })

  it('stands at an address by https, or at none', async () => {
    const { call } = await opened()
    for (const address of [
      'http://avis.exemple.fr/widget.js',
      '//avis.exemple.fr/widget.js',
      '/another.js',
      'javascript:alert(1)',
      'data:text/javascript,alert(1)',
      'https://',
      'https://user:word@avis.exemple.fr/widget.js',
      'https://avis.exemple.fr/a b.js',
      'https://avis.exemple.fr/a\u00a0b.js',
      'https://avis.exemple.fr/"x.js',
      "https://avis.exemple.fr/'x.js",
      'https://avis.exemple.fr/<x>.js',
      'https://avis.exemple.fr\\x.js',
      'https://avis.exemple.fr/x;y,z.js',
      'https://avis.exemple.fr:99999/x.js',
      'https://avis.exemple.fr:443:1/x.js',
      'https://:443/x.js',
    ])
      expect(await told(await choose(call, address)), address).toEqual([422, 'input_invalid', 'address address_wrong'])
    expect(await told(await choose(call, `https://a.fr/${'a'.repeat(500)}`))).toContain('address too_long')
  })

  it('is chosen by administrators alone', async () => {
    const { laboratory } = await opened()
    for (const role of ['production', 'accounting', 'driver'])
      expect((await choose(await as(await make.user(laboratory, { role })), '')).status).toBe(403)
  })
})

describe('the look is not changed by', () => {
  it('another laboratory, practices, strangers, nor those of the staff who do not administer', async () => {
    const { laboratory } = await opened()
    const other = await opened()
    await setLook(other.call, { companyName: 'Other' })
    expect((await brandOf(laboratory)).companyName).toBe('Laboratoire d’essai')
    const manager = await make.user(await make.practice(laboratory), { account_type: 'manager' })
    const others = await Promise.all(
      ['production', 'accounting', 'driver'].map(role => make.user(laboratory, { role })),
    )
    for (const user of [manager, ...others]) {
      const refused = await as(user)
      expect((await refused(path)).status).toBe(403)
      expect((await refused(`${path}/logo`, { method: 'DELETE' })).status).toBe(403)
    }
    expect((await request(laboratory, path)).status).toBe(401)
    for (const statement of ["update brands set company_name = 'x'", 'delete from brand_images']) {
      await make.insert(laboratory.id, 'brand_images', {
        brand_id: laboratory.id,
        purpose: statement.startsWith('delete') ? 'logo' : 'favicon',
        name: `${'a'.repeat(32)}.png`,
        content: Buffer.from('x'),
      })
      const tried = make.within(laboratory.id, async client => {
        await client.query("select tenant.set_context($1, null, $2, 'staff')", [laboratory.id, others[0]?.id])
        return client.query(statement)
      })
      await expect(tried, statement).rejects.toThrow(/administrator of the laboratory/)
    }
  })
})
