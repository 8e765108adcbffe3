import { expect } from 'chai'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { Email, Event } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { eventually, eventuallyEquals } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { waitingOf } from '../../support/outbox.js'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'
const TARGET = 'https://shop.example/sale'
const HITS = 210
const IN_FLIGHT = 16
const MINUTE_MS = 60_000

describe('a flood of hits by the holder of one message', function () {
  this.timeout(120_000)
  const first = useGateway()
  const second = useGateway()
  const tokens = createTrackingTokens(ENCRYPTION_KEYS)
  let email: EmailRecord

  beforeEach(async () => {
    const { id: projectId } = await createProject()
    email = await createEmail({ projectId, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
  })

  const message = () => ({ projectId: email.projectId, emailId: email._id })
  const linkTo = (target = TARGET): string => `/c/${tokens.forClick(message(), target)}`
  const pixel = (): string => `/o/${tokens.forOpen(message())}.gif`
  const statusOf = async (origin: string, path: string, agent = FIREFOX): Promise<number> => {
    const res = await fetch(origin + path, { redirect: 'manual', headers: { 'user-agent': agent } })
    await res.arrayBuffer()
    return res.status
  }
  /** Sends many requests; returns the statuses, and the minutes of the clock that they took. */
  const flood = async (paths: string[], { origins = [first.origin], agent = FIREFOX, hits = HITS } = {}) => {
    const startMs = Date.now()
    let next = 0
    const statuses = new Set<number>()
    const ask = async (): Promise<void> => {
      for (let n = next++; n < hits; n = next++) {
        const [origin, path] = [origins[n % origins.length], paths[n % paths.length]]
        statuses.add(await statusOf(origin ?? '', path ?? '', agent))
      }
    }
    await Promise.all(Array.from({ length: IN_FLIGHT }, ask))
    const minutes = Math.floor(Date.now() / MINUTE_MS) - Math.floor(startMs / MINUTE_MS) + 1
    return { statuses: [...statuses], minutes }
  }
  const stored = () => Email.findById(email._id).orFail().lean()
  const events = (name: string) => Event.find({ emailId: email._id, name }).lean()
  const counted = async (name: string): Promise<number> =>
    (await events(name)).reduce((sum, { data }) => sum + Number(data['count']), 0)

  it('is answered completely, counted exactly, and is one event a minute that starts workflows once', async () => {
    const { statuses, minutes } = await flood([linkTo()])
    expect(statuses).to.deep.equal([302])
    await eventually(stored, ({ clicks }) => clicks === HITS)
    expect((await events('email.click')).length).to.be.at.most(minutes)
    expect(await counted('email.click')).to.equal(HITS)
    expect((await waitingOf('event', email.projectId)).length).to.be.at.most(minutes)
  })

  it('on several links and the pixel at two gateways is one event for each of them and minute', async () => {
    const paths = [linkTo(), linkTo('https://shop.example/other'), pixel()]
    const { minutes } = await flood(paths, { origins: [first.origin, second.origin] })
    await eventually(stored, ({ clicks, opens }) => clicks + opens === HITS)
    expect((await events('email.click')).length).to.be.at.most(2 * minutes)
    expect((await events('email.open')).length).to.be.at.most(minutes)
    expect((await counted('email.click')) + (await counted('email.open'))).to.equal(HITS)
    expect(await stored()).to.include({ opens: HITS / 3 })
  })

  it('by a machine is counted only in its event', async () => {
    const { minutes } = await flood([linkTo()], { agent: 'curl/8.5.0', hits: 100 })
    await eventuallyEquals(() => counted('email.click'), 100)
    expect((await events('email.click')).length).to.be.at.most(minutes)
    expect(await stored()).to.include({ clicks: 0, status: 'SENT' })
    expect(await waitingOf('event', email.projectId)).to.deep.equal([])
  })
})
