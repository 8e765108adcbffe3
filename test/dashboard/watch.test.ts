import { expect } from 'chai'
import { readFile } from 'node:fs/promises'
import { dayIn } from '../../commands/base/counters/day-in.js'
import { Contact } from '../../models/contact.js'
import { DailyCount } from '../../models/daily-count.js'
import { Event } from '../../models/event.js'
import { SenderDomain } from '../../models/sender-domain.js'
import { newId } from '../../runtime/ids.js'
import { expectSoundPage } from '../support/browser.js'
import { useDashboard } from '../support/dashboard.js'
import { useDnsServer } from '../support/dns-server.js'
import { eventuallyEquals } from '../support/eventually.js'
import { createContact, createTemplate } from '../support/factories.js'
import { t } from '../../dashboard/messages/index.js'

// Answers a list before the page has drawn that it waits for the answer, and reports what has come into view together
// with an earlier report, as a busy browser does.
const AT_ONCE = `
  const Observer = window.IntersectionObserver
  window.IntersectionObserver = class extends Observer {
    constructor(report) {
      super((entries, observer) => report([{ isIntersecting: false }, ...entries], observer))
    }
  }
  const usual = window.fetch
  window.fetch = (url, options) => {
    if (!/^[/]contacts[?]/.test(url)) return usual(url, options)
    const request = new XMLHttpRequest()
    request.open('GET', url, false)
    for (const [name, value] of Object.entries(options.headers)) request.setRequestHeader(name, value)
    request.send()
    const { status } = request
    const headers = new Headers({ 'content-type': 'application/json' })
    return Promise.resolve({ ok: status === 200, status, headers, json: async () => JSON.parse(request.responseText) })
  }`
// The test reads one page of rows after the other, perhaps on a slow machine.
const SCROLL_MS = 300_000

const WEEK_MS = 7 * 24 * 60 * 60 * 1_000

describe('watching a project in a browser', function () {
  this.timeout(600_000)
  const dns = useDnsServer()
  const dashboard = useDashboard({ EMAIL_PROVIDER: 'log', DNS_SERVERS: dns.servers })
  const happen = async (name: string, contactId: string, data: object = {}): Promise<void> => {
    await Event.create({ _id: newId(), projectId: dashboard.project.id, contactId, name, data, createdAt: new Date() })
  }
  /** Adds contacts, `c0@example.com` the latest of them. */
  const addContacts = async (count: number): Promise<void> => {
    const { id: projectId } = dashboard.project
    const at = (index: number) => new Date(Date.now() - index * 1_000)
    const contacts = Array.from({ length: count }, (_, index) => {
      const times = { createdAt: at(index), updatedAt: at(index) }
      return { _id: newId(), projectId, email: `c${index}@example.com`, subscribed: true, data: {}, ...times }
    })
    await Contact.collection.insertMany(contacts as never[])
  }

  it('announces new entries instead of moving the activity, and opens an event as JSON', async () => {
    const { page, project, open } = dashboard
    const ada = await createContact({ projectId: project.id, email: 'ada@example.com' })
    await happen('signed up', ada._id, { plan: '<b>pro</b>' })
    await happen('contact.subscribed', ada._id)
    await open('/activity')
    await page.getByRole('link', { name: 'Event signed up' }).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.activity.kinds }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Event', exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('row', { name: /Subscribed/ }).waitFor({ state: 'detached' })
    expect(page.url()).to.include('types=event.triggered')
    await happen('upgraded', ada._id)
    // The user comes back to the page.
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await page.getByText(t.activity.fresh(1, '1')).waitFor()
    expect(await page.getByRole('link', { name: 'Event upgraded' }).count()).to.equal(0)
    await page.getByRole('button', { name: t.activity.showFresh, exact: true }).click()
    await page.getByRole('link', { name: 'Event upgraded' }).waitFor()
    await page.getByRole('link', { name: 'Event signed up' }).click()
    const drawer = page.getByRole('dialog', { name: 'signed up' })
    await drawer.getByText('"plan": "<b>pro</b>"').waitFor()
    await expectSoundPage(page)
    await drawer.getByRole('link', { name: 'All events with this name' }).click()
    await page.getByRole('heading', { level: 1, name: 'signed up' }).waitFor()
    await page.getByText(t.events.unused).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.events.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t.common.typeName('signed up')).fill('signed up')
    await dialog.getByRole('button', { name: t.events.removeAction('1') }).click()
    await page.getByText(t.events.removed(1, '1')).first().waitFor()
    await page.getByRole('link', { name: 'upgraded' }).waitFor()
    expect(await Event.countDocuments({ projectId: project.id, name: 'signed up' })).to.equal(0)
    // A link shows the event also when the list does not contain it.
    const { _id } = await Event.findOne({ projectId: project.id, name: 'upgraded' }).orFail().lean()
    await open(`/activity?types=email.sent&open=${_id}`)
    await page.getByRole('dialog', { name: 'upgraded' }).waitFor()
    await open(`/events?name=upgraded&event=${newId()}`)
    await page.getByRole('dialog', { name: t.events.gone }).waitFor()
  })

  it('draws the mail of a range, reads its points out, and can be shown as a table and a file', async () => {
    const { page, project, open } = dashboard
    const date = dayIn('UTC', new Date())
    const emails = { sentTransactional: 120, delivered: 118, opened: 60, clicked: 12, bounced: 2 }
    const _id = `${project.id}:${date}`
    await DailyCount.collection.insertOne({ _id, projectId: project.id, date, emails })
    const earlier = dayIn('UTC', new Date(Date.now() - WEEK_MS))
    const before = { sentTransactional: 100, delivered: 99, opened: 60 }
    await DailyCount.collection.insertOne({
      _id: `${project.id}:${earlier}`,
      projectId: project.id,
      date: earlier,
      emails: before,
    })
    const { _id: templateId } = await createTemplate({ projectId: project.id, name: 'Welcome' })
    const ofTemplate = { origin: 'template', originId: templateId, outcomes: { sent: 4, delivered: 3 } }
    await DailyCount.collection.insertOne({
      _id: `${_id}:template:${templateId}`,
      projectId: project.id,
      date,
      ...ofTemplate,
    } as never)
    await open('/analytics?days=7')
    await page.getByText(t.analytics.ofSent('98.3%', '120')).waitFor()
    await page.getByText(t.analytics.changeUp('20%')).waitFor()
    await page.getByText(t.analytics.changeDown('17%')).waitFor()
    const point = page.getByRole('group', { name: 'Emails by day' }).getByRole('img').last()
    await point.focus()
    expect(await point.getAttribute('aria-label')).to.include('Sent: 120, Delivered: 118, Opened: 60, Clicked: 12')
    await page.keyboard.press('ArrowLeft')
    await page.getByText(/Sent: 0, Delivered: 0/).waitFor()
    await expectSoundPage(page)
    const saved = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Emails by day: download as CSV' }).click()
    expect((await saved).suggestedFilename()).to.equal('emails-by-day.csv')
    expect((await readFile(await (await saved).path())).toString()).to.match(/^\uFEFFDay,Sent,/)
    await page.getByRole('button', { name: t.chart.showTableOf(t.analytics.mailChart) }).click()
    const table = page.getByRole('table', { name: 'Emails by day' })
    expect(await table.getByRole('row').nth(1).textContent()).to.include('1201186012')
    await page.getByRole('combobox', { name: 'Template or workflow' }).fill('welc')
    await page.getByRole('option', { name: 'Welcome' }).click()
    await page.getByText(t.analytics.ofSent('75%', '4')).waitFor()
    expect(page.url()).to.include(`days=7&templateId=${templateId}`)
    await page.getByLabel(t.analytics.from).fill('2026-01-01')
    await page.getByLabel(t.analytics.to).fill('2026-06-30')
    await page.getByText(t.analytics.tooLong(90)).waitFor()
    await page.getByLabel(t.analytics.to).fill('2026-01-31')
    await page.getByRole('button', { name: t.analytics.show, exact: true }).click()
    await page.getByText(t.analytics.ofSent('0%', '0')).first().waitFor()
    expect(page.url()).to.include('from=2026-01-01&to=2026-01-31')
  })

  it('leads from a new domain to its records, and notices by itself that they are in DNS', async () => {
    const { page, project, open } = dashboard
    dashboard.expectStatus(409)
    await open('/domains')
    await page.getByText(t.domains.empty).waitFor()
    await expectSoundPage(page)
    await page.getByRole('button', { name: t.domains.add }).click()
    await page.getByRole('textbox', { name: 'Domain' }).fill('https://News.Example.org/')
    await page.getByRole('button', { name: t.domains.add }).click()
    await page.getByRole('heading', { level: 1, name: 'news.example.org' }).waitFor()
    await page.getByText('Not found', { exact: true }).first().waitFor()
    await page.getByLabel(t.domains.zone).selectOption('example.org')
    await page.getByText('_posthorn.news', { exact: true }).waitFor()
    // The page shows what DNS has instead, and what the host of the zone requires.
    dns.set('example.org', 'NS', 'ada.ns.cloudflare.com')
    dns.setText('_posthorn.news.example.org', 'posthorn-verify=<b>of another</b>')
    await page.getByRole('button', { name: 'Check now' }).click()
    await page.getByText('posthorn-verify=<b>of another</b>', { exact: true }).waitFor()
    await page.getByText(t.domains.zoneAt('example.org', 'Cloudflare')).waitFor()
    await expectSoundPage(page)
    const { ownershipToken } = await SenderDomain.findOne({ projectId: project.id }).orFail().lean()
    dns.setText('_posthorn.news.example.org', `posthorn-verify=${ownershipToken}`)
    const dkim = await page.getByRole('listitem').filter({ hasText: 'DKIM' }).locator('code').allTextContents()
    dns.setText(`${dkim[1]}.example.org`, dkim[2] ?? '')
    // The user comes back from the host of the DNS, and presses no button.
    await page.evaluate("dispatchEvent(new Event('visibilitychange'))")
    await page.getByText(t.domains.verifiedTitle).waitFor()
    await createTemplate({ projectId: project.id, name: 'Receipt', from: 'shop@news.example.org' })
    await page.getByRole('button', { name: t.domains.remove }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill('news.example.org')
    await dialog.getByRole('button', { name: t.domains.remove }).click()
    await dialog.getByRole('link', { name: 'Receipt' }).waitFor()
  })

  it('draws few rows of a long list at any depth, and returns to a row', async () => {
    const { page, open } = dashboard
    await addContacts(1_500)
    await open('/contacts')
    const row = (index: number) => page.getByRole('link', { name: `c${index}@example.com` })
    await row(0).waitFor()
    const scrollDown = async (): Promise<number> => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      return row(1_499).count()
    }
    await eventuallyEquals(scrollDown, 1, SCROLL_MS)
    expect(await page.getByRole('row').count()).to.be.below(80)
    await expectSoundPage(page)
    await eventuallyEquals(scrollDown, 1, SCROLL_MS)
    await row(1_499).click()
    await page.getByRole('heading', { level: 1, name: 'c1499@example.com' }).waitFor()
    await page.goBack()
    await row(1_499).waitFor()
    await page.evaluate('scrollTo(0, 0)')
    await row(0).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'c1@example.com' }).waitFor()
    // A search covers the whole list.
    await open('/contacts?q=c')
    await row(0).waitFor()
    await eventuallyEquals(scrollDown, 1, SCROLL_MS)
    await page.evaluate('scrollTo(0, 0)')
    await row(0).waitFor()
  })

  it('fills a window that is higher than a page of a list, however quickly each page comes into view', async () => {
    const { page, open } = dashboard
    await addContacts(350)
    await page.addInitScript(AT_ONCE)
    await page.setViewportSize({ width: 1_280, height: 20_000 })
    await open('/contacts')
    await page.getByRole('link', { name: 'c349@example.com' }).waitFor()
  })
})
