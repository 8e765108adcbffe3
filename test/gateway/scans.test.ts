import { expect } from 'chai'
import mongoose from 'mongoose'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { scan, SCANS_OF_PROJECT } from '../../commands/base/listing/scan.js'
import { defineEndpoint } from '../../gateway/http/endpoint.js'
import { servedEndpoints } from '../../gateway/routes/index.js'
import { Contact } from '../../models/contact.js'
import { testConfig, UNLIMITED } from '../support/config.js'
import { eventuallyEquals } from '../support/eventually.js'
import { createCampaign, createContact, createContacts, createProject, createSegment } from '../support/factories.js'
import { createClient } from '../support/http-client.js'
import { useProject } from '../support/project.js'
import { IS_PRO } from '../support/segments.js'
import { serveGateway, type ServedGateway } from '../support/serve-gateway.js'

const WAITING = 10
const mail = { to: 'ada@example.com', subject: 'Hi', body: 'Hi', from: 'news@example.com' }

/** A scan that sleeps for `ms` at each contact. MongoDB can end it between two of them. */
const slowScan = defineEndpoint({
  operationId: 'slowScan',
  method: 'get',
  path: '/slow-scan',
  access: 'project',
  summary: 'A slow scan',
  request: { query: z.object({ ms: z.coerce.number() }) },
  response: z.object({ found: z.number() }),
  errors: [],
  async handle({ query: { ms } }, { projectId }) {
    const sleep = { body: 'function (ms) { sleep(ms); return true }', args: [ms], lang: 'js' }
    const filter = { projectId, $expr: { $function: sleep } }
    const found = await scan(projectId, (limits) =>
      Contact.aggregate([{ $match: filter }])
        .option(limits)
        .exec(),
    )
    return { found: found.length }
  },
})

/** How many queries about a project's contacts MongoDB works on. */
async function queriesOf(projectId: string): Promise<number> {
  const admin = mongoose.connection.getClient().db('admin')
  const { inprog } = await admin.command({ currentOp: 1, active: true, ns: { $regex: 'contacts$' } })
  return (inprog as object[]).filter((operation) => JSON.stringify(operation).includes(projectId)).length
}

describe('scans', () => {
  const { project, client, gateway } = useProject()
  let slow: ServedGateway

  before(async () => {
    slow = await serveGateway(testConfig(UNLIMITED), { endpoints: [...servedEndpoints, slowScan] })
  })
  after(() => slow.close())

  const askSlowly = (ms: number, signal?: AbortSignal) =>
    fetch(`${slow.origin}/slow-scan?ms=${ms}`, {
      headers: { authorization: `Bearer ${project.secretKey}` },
      ...(signal ? { signal } : {}),
    })

  it('of one project run two at a time, however many are asked for, and others send meanwhile', async () => {
    await createContacts(10, { projectId: project.id })
    const other = createClient(slow.origin, (await createProject()).secretKey)
    const asking = { isOver: false }
    const answers = Promise.all(Array.from({ length: WAITING }, () => askSlowly(20))).finally(
      () => (asking.isOver = true),
    )
    const seen: number[] = []
    while (!asking.isOver) {
      seen.push(await queriesOf(project.id))
      expect((await other.post('/v1/send', mail)).status).to.equal(200)
      expect((await other.post('/contacts/search', {})).status).to.equal(200)
      await delay(20)
    }
    // On a slow machine some wait in vain.
    for (const { status } of await answers) expect(status).to.be.oneOf([200, 503])
    expect(Math.max(...seen)).to.equal(SCANS_OF_PROJECT)
  })

  it('end in MongoDB, or lose their turn, when their client leaves', async () => {
    await createContacts(100, { projectId: project.id })
    const clients = Array.from({ length: 4 }, () => new AbortController())
    const left = clients.map(({ signal }) => askSlowly(200, signal).catch((error: Error) => error.name))
    await eventuallyEquals(() => queriesOf(project.id), SCANS_OF_PROJECT)
    for (const each of clients) each.abort()
    expect(await Promise.all(left)).to.deep.equal(clients.map(() => 'AbortError'))
    await eventuallyEquals(() => queriesOf(project.id), 0, 10_000)
    expect((await askSlowly(0)).status).to.equal(200)
  })

  describe('while a project has two', () => {
    let end: () => void
    let held: Promise<unknown>

    beforeEach(() => {
      const until = new Promise<void>((resolve) => (end = resolve))
      held = Promise.all(Array.from({ length: SCANS_OF_PROJECT }, () => scan(project.id, () => until)))
    })
    afterEach(async () => {
      end()
      await held
    })

    it('are refused after five seconds, wherever a request asks for one; what an index leads to is answered', async () => {
      const projectId = project.id
      const { _id: contact } = await createContact({ projectId, email: 'ada@example.com', data: { plan: 'pro' } })
      await client.post('/contacts', { email: 'eve@example.com', data: { plan: 'pro' } })
      const { _id: segment } = await createSegment({ projectId, type: 'DYNAMIC', condition: IS_PRO })
      const { _id: campaign } = await createCampaign({ projectId, audienceType: 'FILTERED', audienceCondition: IS_PRO })
      const scans: [method: string, path: string, body?: object][] = [
        ['POST', '/contacts/search', { condition: IS_PRO }],
        ['POST', '/contacts/search', { search: 'ada', match: 'prefix' }],
        ['GET', '/contacts?search=ada'],
        ['GET', '/contacts?subscribed=true&sort=email'],
        ['POST', '/audiences/count', { condition: IS_PRO }],
        ['GET', `/campaigns/${campaign}/audience`],
        ['GET', `/campaigns/${campaign}/stats`],
        ['GET', `/segments/${segment}/contacts`],
        ['POST', `/segments/${segment}/refresh`],
        ['GET', '/contacts/fields/data.plan/values'],
        ['GET', '/events/stats'],
        ['GET', '/events/names'],
        ['GET', '/events/signup/usage'],
        ['GET', `/events?eventName=signup&contactId=${contact}`],
        ['GET', '/activity'],
        ['GET', `/activity?contactId=${contact}`],
        ['GET', '/activity/recent-count'],
        ['GET', '/suppressions?search=ada'],
      ]
      const cheap: [method: string, path: string, body?: object][] = [
        ['GET', '/contacts'],
        ['GET', '/contacts?subscribed=true'],
        ['GET', `/contacts/${contact}`],
        ['POST', '/contacts/lookup', { emails: ['ada@example.com'] }],
        ['GET', '/emails'],
        ['GET', '/events'],
        ['GET', `/events?contactId=${contact}`],
        ['GET', '/suppressions'],
        ['GET', '/segments'],
        ['POST', '/v1/send', mail],
        // Their counts are brought up to date later.
        ['GET', `/segments/${segment}`],
        ['PATCH', `/segments/${segment}`, { condition: { ...IS_PRO, logic: 'OR' } }],
        ['POST', `/campaigns/${campaign}/duplicate`, {}],
      ]
      const statusOf = async ([method, path, body]: (typeof scans)[number]) => {
        const { status, headers } = await client.request(method, path, body)
        return `${method} ${path} ${status} ${status === 503 ? headers.get('retry-after') : ''}`
      }
      const [refused, answered] = await Promise.all([
        Promise.all(scans.map(statusOf)),
        Promise.all(cheap.map(statusOf)),
      ])
      expect(refused).to.deep.equal(scans.map(([method, path]) => `${method} ${path} 503 5`))
      expect(answered.filter((answer) => !/ 20[01] $/.test(answer))).to.deep.equal([])
      const other = gateway.as((await createProject()).secretKey)
      expect((await other.post('/contacts/search', {})).status).to.equal(200)
    })
  })
})
