import { beforeAll, describe, expect, it } from 'vitest'
import { problemOf, startTestApp } from '#test/harness.ts'
import type { TestLaboratory, TestPractice } from '#test/make.ts'

const { make, as, request } = startTestApp()

let laboratory: TestLaboratory
let practice: TestPractice
beforeAll(async () => {
  laboratory = await make.laboratory({ feedback_widget_url: '/feedback-widget.js' })
  practice = await make.practice(laboratory, { name: 'Cabinet du Parc' })
})

describe('feedback', () => {
  it('is kept as it was said, and read by the laboratory’s people with who said it, latest first', async () => {
    const [user, staff] = [await as(await make.user(practice)), await as(await make.user(laboratory))]
    for (const body of ['  Très pratique\u202f!\nMerci.  ', 'Et la feuille du jour ?'])
      expect((await user('/api/feedback', { body: { body } })).status).toBe(204)
    const { data } = (await (await staff('/api/staff/feedback')).json()) as { data: Record<string, string>[] }
    expect(data).toEqual([
      expect.objectContaining({ body: 'Et la feuille du jour ?', practice: 'Cabinet du Parc' }),
      expect.objectContaining({ body: 'Très pratique\u202f!\nMerci.', author: 'Dr Claire Martin' }),
    ])
  })

  it('is nobody else’s to read: no practice, no other laboratory', async () => {
    const user = await as(await make.user(practice))
    await user('/api/feedback', { body: { body: 'Entre nous' } })
    expect((await user('/api/staff/feedback')).status).toBe(403)
    const stranger = await as(await make.user(await make.laboratory()))
    expect(await (await stranger('/api/staff/feedback')).json()).toEqual({ data: [] })
    expect((await request(laboratory, '/api/staff/feedback')).status).toBe(401)
  })

  it('has words, and not too many of them', async () => {
    const user = await as(await make.user(practice))
    for (const [body, code] of [
      ['  ', 'required'],
      ['x'.repeat(2001), 'too_long'],
    ]) {
      const answer = await user('/api/feedback', { body: { body } })
      expect(await problemOf(answer)).toMatchObject({ status: 422, errors: [{ path: 'body', code }] })
    }
    expect((await user('/api/feedback', { body: { body: 'x'.repeat(2000) } })).status).toBe(204)
  })

  it('comes from practices alone', async () => {
    const staff = await as(await make.user(laboratory))
    expect((await staff('/api/feedback', { body: { body: 'Bravo à nous' } })).status).toBe(403)
  })

  it('stops at twenty a day for each, thirty at once included, and starts again the day after', async () => {
    const someone = await make.user(practice)
    const user = await as(someone)
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => user('/api/feedback', { body: { body: `Avis ${index}` } })),
    )
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(20)
    const [refused] = answers.filter(({ status }) => status === 429)
    expect(refused && (await problemOf(refused))).toMatchObject({ code: 'feedback_too_often' })
    const colleague = await as(await make.user(practice))
    expect((await colleague('/api/feedback', { body: { body: 'Moi aussi' } })).status).toBe(204)
    await make.within(laboratory.id, client =>
      client.query(`update feedback set created_at = now() - interval '25 hours' where author_id = $1`, [someone.id]),
    )
    expect((await user('/api/feedback', { body: { body: 'Un jour plus tard' } })).status).toBe(204)
  })
})

describe('the widget that comes with the portal', () => {
  it('is a script that the frame of nobody’s origin may have, and says everything in both languages', async () => {
    const answer = await request(laboratory, '/feedback-widget.js')
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    const script = await answer.text()
    expect(() => new Function(script)).not.toThrow()
    expect(script).toContain('Envoyer mon avis')
    expect(script).toContain('Send my feedback')
    const frame = await (await request(laboratory, '/feedback-frame')).text()
    expect(frame).toContain('script.src = "/feedback-widget.js"')
  })

  it('stands at a path of one’s own host or at an address, nowhere else', async () => {
    for (const address of ['javascript:alert(1)', '//evil.example/x.js', '/\\evil.example', '/a b.js', 'widget.js'])
      await expect(make.laboratory({ feedback_widget_url: address })).rejects.toThrow('feedback_widget_url')
  })
})
