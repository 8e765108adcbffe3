import { createHash } from 'node:crypto'
import { expect } from 'chai'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import { Contact } from '../../support/models.js'
import type { ContactRecord } from '../../../models/contact.js'
import { escapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import { Project } from '../../../models/project.js'
import { everything } from '../../support/database.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import type { ClientResponse } from '../../support/http-client.js'
import { buttonsOf, headingOf, PAGES, pagesOf, type PageName } from '../../support/pages.js'

const HOSTILE = `"><img src=x onerror=alert(1)>' {project} {{ 7 | times: 7 }} $& <script>`

describe("the recipients' pages", () => {
  const gateway = useGateway({ OPEN_RATE_LIMIT_PER_MINUTE: 2, RATE_LIMIT_PER_MINUTE: 2 })
  let email: EmailRecord

  beforeEach(async () => {
    const { id: projectId } = await createProject('Acme')
    email = await createEmail({ projectId })
  })

  const set = async ({ data, ...changes }: Partial<ContactRecord>): Promise<void> => {
    const escaped = data ? { data: escapeData(data) } : {}
    await Contact.updateOne({ _id: email.contactId }, { ...changes, ...escaped })
  }
  const open = (page: PageName, headers?: Record<string, string>): Promise<ClientResponse> =>
    gateway.as().get(pagesOf(email)[page], headers)

  for (const page of PAGES) {
    describe(`GET /${page}/:token`, () => {
      it('shows the sender, the state and a choice, and reveals no id and no whole address', async () => {
        await set({ email: 'ada.lovelace@example.com' })
        const { status, headers, body } = await open(page)
        expect(status).to.equal(200)
        expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
        const state = 'is subscribed to emails from'
        expect(body).to.contain(`<b><bdi>a•••@example.com</bdi></b> ${state} <b><bdi>Acme</bdi></b>`)
        for (const secret of [email._id, email.contactId, email.projectId, 'lovelace'])
          expect(body).not.to.contain(secret)
        expect(buttonsOf(body)).to.deep.equal(['unsubscribe', 'snooze'])
      })

      it('changes nothing, also for a HEAD or a program that follows links', async () => {
        const before = await everything()
        for (const method of ['GET', 'HEAD', 'GET']) {
          const res = await gateway.as().request(method, `${pagesOf(email)[page]}?action=unsubscribe`)
          expect(res.status).to.equal(200)
        }
        expect(await everything()).to.deep.equal(before)
        expect(gateway.entries).to.deep.equal([])
      })

      it('offers to subscribe again to a contact that has left, and both choices to one that pauses', async () => {
        await set({ subscribed: false })
        expect(buttonsOf((await open(page)).body)).to.deep.equal(['subscribe'])
        await set({ snoozedUntil: new Date('2131-03-01T00:00:00Z') })
        const { body } = await open(page)
        expect(buttonsOf(body)).to.deep.equal(['unsubscribe', 'subscribe'])
        expect(body).to.contain('<time datetime="2131-03-01">March 1, 2131</time>')
      })

      it('explains that the address is not on the list when its contact or project is gone', async () => {
        for (const remove of [
          () => Contact.deleteOne({ _id: email.contactId }),
          () => Project.deleteOne({ _id: email.projectId }),
        ]) {
          await remove()
          const { status, body } = await open(page)
          expect(status).to.equal(200)
          expect(headingOf(body)).to.equal(PAGE_TEXTS.en.unlistedTitle)
          expect(buttonsOf(body)).to.deep.equal([])
        }
        expect((await open(page)).body).not.to.contain('Acme')
      })

      it('answers 404 with a page to a broken link, and 200 however often a valid one is opened', async () => {
        const path = pagesOf(email)[page]
        const token = path.split('/').at(-1) ?? ''
        const changed = token.startsWith('A') ? `B${token.slice(1)}` : `A${token.slice(1)}`
        const nonsense = ['x', '%00', '%F0%9F%92%A9', 'x'.repeat(4_000)]
        for (const broken of [token.slice(0, -1), changed, email.contactId, ...nonsense]) {
          const { status, headers, body } = await gateway.as().get(`/${page}/${broken}`)
          expect(status, broken).to.equal(404)
          expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
          expect(headingOf(body)).to.equal(PAGE_TEXTS.en.brokenTitle)
          expect(buttonsOf(body)).to.deep.equal([])
        }
        for (let time = 0; time < 10; time += 1) expect((await open(page)).status).to.equal(200)
      })
    })
  }

  it('show the question of their link', async () => {
    const { askUnsubscribe, askSubscribe, subscribedTitle, unsubscribedTitle } = PAGE_TEXTS.en
    const headings = async () => Promise.all(PAGES.map(async (page) => headingOf((await open(page)).body)))
    expect(await headings()).to.deep.equal([askUnsubscribe, subscribedTitle, subscribedTitle])
    await set({ subscribed: false })
    expect(await headings()).to.deep.equal([unsubscribedTitle, askSubscribe, unsubscribedTitle])
  })

  it('are in the language of the recipient', async () => {
    const snoozedUntil = new Date('2131-03-01')
    for (const [language, texts] of Object.entries(PAGE_TEXTS)) {
      await set({ data: { locale: `${language}-XX` }, subscribed: false, snoozedUntil })
      const { body } = await open('manage', { 'accept-language': 'fi' })
      expect(body).to.contain(`<html lang="${language}">`)
      expect(headingOf(body)).to.equal(texts.pausedTitle)
      expect(body).to.contain(new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(snoozedUntil))
    }
  })

  it("use the project's language when the recipient's is unknown, and the browser's without either", async () => {
    const language = async () => /lang="(\w+)"/.exec((await open('manage', { 'accept-language': 'ja' })).body)?.[1]
    await Project.updateOne({ _id: email.projectId }, { language: 'nl' })
    expect(await language()).to.equal('nl')
    await Project.updateOne({ _id: email.projectId }, { language: 'fi' })
    expect(await language()).to.equal('ja')
    const { body } = await gateway.as().get('/manage/x', { 'accept-language': 'pl' })
    expect(headingOf(body)).to.equal(PAGE_TEXTS.pl.brokenTitle)
  })

  it('show names and addresses as text, whatever they contain', async () => {
    await Project.updateOne({ _id: email.projectId }, { name: HOSTILE, language: HOSTILE })
    for (const locale of ['en', HOSTILE, 'en"><script>', { $gt: '' }, ['de'], 5]) {
      await set({ email: `${HOSTILE}@example.com`, data: { locale, [HOSTILE]: HOSTILE } })
      for (const page of PAGES) {
        const { status, body } = await open(page, { 'accept-language': HOSTILE })
        expect(status).to.equal(200)
        expect(body).to.contain('&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39; {project} {{ 7 | times: 7 }} $&amp;')
        expect(body).not.to.match(/<(img|script)/i)
        expect(body).to.contain('<html lang="en">')
      }
    }
  })

  it('allow only their own style, and forbid caching and frames', async () => {
    for (const path of [pagesOf(email).manage, '/manage/x']) {
      const { headers, body } = await gateway.as().get(path)
      const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? ''
      const hash = createHash('sha256').update(style).digest('base64')
      expect(headers.get('content-security-policy')).to.equal(
        `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      )
      expect(Object.fromEntries(headers)).to.include({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'x-robots-tag': 'noindex',
      })
      expect(headers.has('set-cookie')).to.equal(false)
      expect(body).not.to.match(/<script|<img|<link|style=|https?:/i)
    }
  })

  it('are available to the recipients of a disabled project', async () => {
    await Project.updateOne({ _id: email.projectId }, { disabled: true, disabledReason: 'MANUAL' })
    expect((await open('unsubscribe')).status).to.equal(200)
  })
})
