import { expect } from 'chai'
import mongoose from 'mongoose'
import { pino } from 'pino'
import { eraseProjectSlice } from '../../../commands/lifecycle/erasure/erase-project-slice.js'
import { findDeletedProjects, findDisabledProjects } from '../../../commands/tenancy/projects/find-disabled.js'
import { requestDeletion } from '../../../commands/lifecycle/erasure/request-erasure.js'
import type { DomainSetup } from '../../../commands/sending/domains/setup.js'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import { watchDisabledProjects } from '../../../gateway/tracking/disabled-projects.js'
import { DeletedProject } from '../../../models/deleted-project.js'
import { Email, Event, Outbox } from '../../support/models.js'
import { everything } from '../../support/database.js'
import { disableProject, enableProject } from '../../../commands/lifecycle/projects/switch-project.js'
import { PAGE_TEXTS } from '../../../gateway/pages/page-texts.js'
import type { EmailRecord } from '../../../models/email.js'
import type { EventRecord } from '../../../models/event.js'
import { Hit } from '../../../models/hit.js'
import { Project } from '../../../models/project.js'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { eventually } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { headingOf, PAGES, pagesOf } from '../../support/pages.js'
import { waitingOf } from '../../support/outbox.js'
import { operationsOf } from '../../support/profiled.js'
import { livedMs } from '../../support/lived-ms.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale?a=1&b=%20#top'

const tokens = createTrackingTokens(ENCRYPTION_KEYS)
let email: EmailRecord
let message: { projectId: string; emailId: string }

interface Asking {
  method?: string
  headers?: Record<string, string>
}

/** Follows no redirect: the answer is the subject of the test. */
const ask = (origin: string, path: string, { method = 'GET', headers = {} }: Asking = {}): Promise<Response> =>
  fetch(origin + path, { redirect: 'manual', method, headers: { 'user-agent': FIREFOX, ...headers } })

const events = (name: string): Promise<EventRecord[]> => Event.find({ emailId: email._id, name }).lean()
const firstOf = async (name: string): Promise<EventRecord> => {
  const [event] = await eventually(
    () => events(name),
    ({ length }) => length > 0,
  )
  if (!event) throw new Error('none')
  return event
}
const stored = () => Email.findById(email._id).orFail().lean()

async function sentEmail(): Promise<void> {
  const { id: projectId } = await createProject()
  email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
  message = { projectId, emailId: email._id }
}

describe('GET /c/:token', () => {
  const gateway = useGateway()
  beforeEach(sentEmail)
  const path = (target = TARGET) => `/c/${tokens.forClick(message, target)}`

  it('redirects the recipient to the address of the sender, stores the click before the answer, and counts it after it', async () => {
    const res = await ask(gateway.origin, path())

    expect(res.status).to.equal(302)
    expect(res.headers.get('location')).to.equal(TARGET)
    expect(res.headers.get('cache-control')).to.equal('no-store')
    expect(res.headers.get('referrer-policy')).to.equal('no-referrer')
    expect(res.headers.get('set-cookie')).to.equal(null)
    expect(await Hit.find({ ...message }, { _id: 0, kind: 1, link: 1, count: 1 }).lean()).to.deep.equal([
      { kind: 'clicked', link: TARGET, count: 1 },
    ])
    const { data, contactId, projectId } = await firstOf('email.click')
    expect({ contactId, projectId }).to.deep.equal({ contactId: email.contactId, projectId: email.projectId })
    expect(data).to.include({ link: TARGET, clicks: 1, isFirstClick: true, emailId: email._id, to: email.to })
    expect(data).not.to.have.property('machine')
    const { status, clicks, opens, clickedAt, openedAt } = await stored()
    expect({ status, clicks, opens }).to.deep.equal({ status: 'CLICKED', clicks: 1, opens: 0 })
    expect([clickedAt, openedAt]).to.deep.equal([data['clickedAt'], data['clickedAt']])
    expect(await waitingOf('event', email.projectId)).to.have.length(1)
  })

  it('keeps no link in the record of a click that is counted', async () => {
    await ask(gateway.origin, path())
    await firstOf('email.click')
    const [hit] = await Hit.find({ ...message }).lean()
    expect(hit).to.not.have.property('link')
    expect(hit?.expiresAt).to.be.greaterThan(new Date())
  })

  it('counts every click, each once', async () => {
    await Promise.all(Array.from({ length: 5 }, () => ask(gateway.origin, path())))

    await eventually(stored, ({ clicks }) => clicks === 5)
    const clicks = (await events('email.click')).map(({ data }) => data)
    expect(clicks.reduce((sum, data) => sum + Number(data['count']), 0)).to.equal(5)
    expect(clicks.filter((data) => data['isFirstClick'])).to.have.length(1)
  })

  for (const [what, init] of Object.entries<Asking>({
    'a scanner': { headers: { 'user-agent': 'Mimecast' } },
    'a browser that fetches ahead': { headers: { 'sec-purpose': 'prefetch' } },
    'a HEAD': { method: 'HEAD' },
  })) {
    it(`redirects ${what} too, and does not count it`, async () => {
      const res = await ask(gateway.origin, path(), init)

      expect(res.status).to.equal(302)
      expect(res.headers.get('location')).to.equal(TARGET)
      const event = await firstOf('email.click')
      expect(event.data).to.include({ machine: true, clicks: 0, isFirstClick: false, link: TARGET })
      expect(await stored()).to.include({ status: 'SENT', clicks: 0, clickedAt: null, openedAt: null })
      expect(await waitingOf('event', email.projectId)).to.deep.equal([])
    })
  }

  it('encodes an address that no header can contain as a browser would', async () => {
    const res = await ask(gateway.origin, path('https://bücher.example/ä b\r\nX-Evil: 1'))

    expect(res.status).to.equal(302)
    expect(res.headers.get('location')).to.equal('https://xn--bcher-kva.example/%C3%A4%20bX-Evil:%201')
    expect(res.headers.get('x-evil')).to.equal(null)
  })

  it('waits for no lock: a click that cannot be counted yet is answered at once and counted afterwards', async () => {
    const session = await mongoose.startSession()
    session.startTransaction()
    await Email.updateOne({ _id: email._id }, { $set: { error: 'held' } }, { session })
    const took = await livedMs(async () => {
      expect((await ask(gateway.origin, path())).status).to.equal(302)
    })
    expect(took).to.be.below(1_000)
    expect(await events('email.click')).to.deep.equal([])

    await session.abortTransaction()
    await session.endSession()
    await eventually(stored, ({ clicks }) => clicks === 1)
  })

  it('redirects for a message that was deleted by retention', async () => {
    await Email.deleteMany({ projectId: message.projectId })
    expect((await ask(gateway.origin, path())).status).to.equal(302)
  })
})

describe('the tracked links of a disabled project', () => {
  const gateway = useGateway()
  beforeEach(sentEmail)
  const click = (headers: Record<string, string> = {}) =>
    ask(gateway.origin, `/c/${tokens.forClick(message, TARGET)}`, { headers })
  const open = () => ask(gateway.origin, `/o/${tokens.forOpen(message)}.gif`)
  const until = (status: number) => eventually(click, (res) => res.status === status)

  it('answer a page in the language of the recipient that reveals neither target nor id, and redirect again once it is enabled', async () => {
    await disableProject(message.projectId, 'MANUAL')
    const { headers } = await until(410)
    expect(headers.get('location')).to.equal(null)
    expect(headers.get('cache-control')).to.equal('no-store')
    expect(headers.get('content-type')).to.equal('text/html; charset=utf-8')
    expect(headers.get('content-security-policy'))
      .to.include("default-src 'none'")
      .and.include("frame-ancestors 'none'")
    for (const [language, { disabledTitle }] of Object.entries(PAGE_TEXTS)) {
      const page = await (await click({ 'accept-language': language })).text()
      expect(headingOf(page)).to.equal(disabledTitle)
      expect(page).to.include(`lang="${language}"`)
      for (const secret of ['shop.example', message.projectId, message.emailId]) expect(page).to.not.include(secret)
    }
    await enableProject(message.projectId)
    expect((await until(302)).headers.get('location')).to.equal(TARGET)
  })

  it('record neither clicks nor opens, and the pixel still answers its image', async () => {
    // Requests the state by another message, so that nothing of this one is recorded meanwhile.
    const other = await createEmail({ projectId: message.projectId, status: 'SENT', sentAt: new Date() })
    const otherLink = `/c/${tokens.forClick({ ...message, emailId: other._id }, TARGET)}`
    const untilOther = (status: number) =>
      eventually(
        () => ask(gateway.origin, otherLink),
        (res) => res.status === status,
      )
    await disableProject(message.projectId, 'MANUAL')
    await untilOther(410)
    expect((await click()).status).to.equal(410)
    const pixel = await open()
    expect([pixel.status, pixel.headers.get('content-type')]).to.deep.equal([200, 'image/gif'])

    await enableProject(message.projectId)
    await untilOther(302)
    await click()
    // Facts are recorded in the order of their requests.
    expect((await firstOf('email.click')).data).to.include({ clicks: 1, isFirstClick: true })
    expect(await events('email.open')).to.deep.equal([])
  })

  it('are recognised by a query that reads only the index of disabled projects', async () => {
    const { id } = await createProject()
    await disableProject(id, 'MANUAL')
    const [query] = await operationsOf('projects', () => findDisabledProjects(1_000, 1_000))
    expect(query).to.include({ planSummary: 'IXSCAN { disabled: 1, _id: 1 }', docsExamined: 0 })
    expect(query?.nreturned).to.equal(await Project.countDocuments({ disabled: true }))
  })
})

describe('the links of a deleted project', () => {
  // MongoDB deletes expired documents of earlier tests at any time, and one test compares everything that is stored.
  const [gateway, other] = [useGateway({}, { isEmptied: 'before each' }), useGateway()]
  beforeEach(sentEmail)
  const click = (origin: string) => ask(origin, `/c/${tokens.forClick(message, TARGET)}`)
  const until = (origin: string, status: number) =>
    eventually(
      () => click(origin),
      (res) => res.status === status,
    )
  const deleteWhole = async (by: 'member' | 'operator'): Promise<void> => {
    const jobId = await requestDeletion(message.projectId, by)
    const kept = { domains: { identities: null } as unknown as DomainSetup, uploads: gridFsStore, billing: null }
    for (let isDone = false; !isDone;) {
      ;({ isDone } = await eraseProjectSlice({ projectId: message.projectId, jobId }, kept))
      await Outbox.deleteMany({ projectId: message.projectId })
    }
    expect(await Project.exists({ _id: message.projectId })).to.equal(null)
  }

  it('never redirect, whether it was disabled before or not, at every gateway and after a restart', async () => {
    for (const isDisabled of [true, false]) {
      await sentEmail()
      if (isDisabled) {
        await disableProject(message.projectId, 'MANUAL')
        await until(gateway.origin, 410)
      }
      await deleteWhole(isDisabled ? 'operator' : 'member')
      for (const { origin } of [gateway, other]) {
        await until(origin, 410)
        expect((await click(origin)).headers.get('location')).to.equal(null)
      }
      const pixel = await ask(gateway.origin, `/o/${tokens.forOpen(message)}.gif`)
      expect([pixel.status, pixel.headers.get('content-type')]).to.deep.equal([200, 'image/gif'])
      const restarted = watchDisabledProjects(pino({ level: 'silent' }))
      await eventually(async () => restarted.has(message.projectId), Boolean)
      await restarted.stop()
    }
  })

  it('show pages without a contact, and accept a choice without storing it', async () => {
    const pages = pagesOf(email)
    await deleteWhole('member')
    const before = await everything()
    for (const page of PAGES) {
      const shown = await gateway.as().get(pages[page])
      const answered = await gateway.as().post(pages[page], new URLSearchParams({ action: 'unsubscribe' }))
      for (const { status, body } of [shown, answered]) {
        expect(status).to.equal(200)
        expect(headingOf(body)).to.equal(PAGE_TEXTS.en.unlistedTitle)
      }
    }
    const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })
    expect((await gateway.as().post(pages.unsubscribe, oneClick)).status).to.equal(200)
    expect(await everything()).to.deep.equal(before)
  })

  it('are recognised by queries that read only the new part of the index of deletions', async () => {
    await deleteWhole('member')
    const operations = await operationsOf('deleted_projects', () =>
      findDeletedProjects({ deletedAt: new Date(0) }, 1_000, 1_000),
    )
    expect(operations[0]).to.include({ planSummary: 'IXSCAN { deletedAt: 1, _id: 1 }' })
    const [first] = await findDeletedProjects({ deletedAt: new Date(0) }, 1, 1_000)
    if (!first) throw new Error('none')
    const rest = await findDeletedProjects(first, 1_000, 1_000)
    expect(rest.map(({ _id }) => _id)).to.not.include(first._id)
    expect(rest).to.have.length((await DeletedProject.countDocuments()) - 1)
  })
})

describe('GET /o/:token.gif', () => {
  const gateway = useGateway()
  beforeEach(sentEmail)
  const path = () => `/o/${tokens.forOpen(message)}.gif`

  it('answers one transparent pixel that any page may show and none may cache, and counts the open afterwards', async () => {
    const res = await ask(gateway.origin, path())
    await ask(gateway.origin, path())

    expect(res.status).to.equal(200)
    const bytes = Buffer.from(await res.arrayBuffer())
    expect(bytes).to.have.length(43)
    expect(bytes.subarray(0, 6).toString()).to.equal('GIF89a')
    expect(res.headers.get('content-type')).to.equal('image/gif')
    expect(res.headers.get('cache-control')).to.equal('no-store')
    expect(res.headers.get('cross-origin-resource-policy')).to.equal('cross-origin')
    expect(res.headers.get('set-cookie')).to.equal(null)
    await eventually(stored, ({ opens }) => opens === 2)
    const opens = (await events('email.open')).map(({ data }) => data)
    expect(opens.reduce((sum, data) => sum + Number(data['count']), 0)).to.equal(2)
    expect(opens.filter((data) => data['isFirstOpen'])).to.have.length(1)
    const { status, openedAt } = await stored()
    expect(status).to.equal('OPENED')
    expect(openedAt).to.deep.equal(opens.find((data) => data['isFirstOpen'])?.['openedAt'])
  })

  for (const [what, init] of Object.entries<Asking>({
    "what Apple's Mail Privacy Protection loads": { headers: { 'user-agent': 'Mozilla/5.0' } },
    'a HEAD': { method: 'HEAD' },
  })) {
    it(`answers ${what}, and does not count it`, async () => {
      const res = await ask(gateway.origin, path(), init)
      expect([res.status, res.headers.get('content-type')]).to.deep.equal([200, 'image/gif'])
      expect((await firstOf('email.open')).data).to.include({ machine: true, opens: 0, isFirstOpen: false })
      expect(await stored()).to.include({ status: 'SENT', opens: 0, openedAt: null })
      expect(await waitingOf('event', email.projectId)).to.deep.equal([])
    })
  }
})
