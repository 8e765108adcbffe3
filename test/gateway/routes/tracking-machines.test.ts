import { expect } from 'chai'
import { pino } from 'pino'
import { createTrackingTokens } from '../../../mail/links/tracking-tokens.js'
import { createEngagementRecorder } from '../../../gateway/tracking/engagement-recorder.js'
import { Email, Event } from '../../support/models.js'
import type { EmailRecord } from '../../../models/email.js'
import { notificationOf } from '../../commands/sending/emails/notifications.js'
import { ENCRYPTION_KEYS } from '../../support/config.js'
import { eventually } from '../../support/eventually.js'
import { createEmail, createProject } from '../../support/factories.js'
import { useGateway } from '../../support/gateway.js'
import { waitingOf } from '../../support/outbox.js'
import { useSns } from '../../support/sns.js'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0 Safari/537.36'
const LINKS = ['a', 'b', 'c'].map((name) => `https://shop.example/${name}`)

describe('the hits of a machine that names itself as a browser', () => {
  const sns = useSns()
  const first = useGateway(sns.settings)
  const second = useGateway()
  const tokens = createTrackingTokens(ENCRYPTION_KEYS)

  const sentEmail = async (): Promise<EmailRecord> =>
    createEmail({ projectId: (await createProject()).id, status: 'SENT', sentAt: new Date(), messageId: 'm1' })
  const messageOf = ({ projectId, _id: emailId }: EmailRecord) => ({ projectId, emailId })
  const ask = (origin: string, path: string, method = 'GET', agent = CHROME) =>
    fetch(origin + path, { redirect: 'manual', method, headers: { 'user-agent': agent } })
  const follow = (email: EmailRecord, link: string, { origin = first.origin, method = 'GET', agent = CHROME } = {}) =>
    ask(origin, `/c/${tokens.forClick(messageOf(email), link)}`, method, agent)
  const load = (email: EmailRecord, agent = CHROME) =>
    ask(second.origin, `/o/${tokens.forOpen(messageOf(email))}.gif`, 'GET', agent)
  /** The hits of an email by event and sender, once there are so many. */
  const hitsOn = async ({ _id: emailId }: EmailRecord, count: number) => {
    const events = await eventually(
      () => Event.find({ emailId, name: /^email\.(?:open|click)$/ }).lean(),
      (found) => found.reduce((sum, { data }) => sum + Number(data['count']), 0) === count,
    )
    return events.map(({ name, data }) => `${name} ${data['machine'] === true ? 'machine' : 'person'}`).toSorted()
  }
  const stored = ({ _id }: EmailRecord) => Email.findById(_id).orFail().lean()

  it('count nowhere, the first included, whichever gateways answer them', async () => {
    const [burst, probed, person] = await Promise.all([sentEmail(), sentEmail(), sentEmail()])
    const answers = [
      ...LINKS.map((link, n) => follow(burst, link, { origin: n === 1 ? second.origin : first.origin })),
      load(burst),
      load(burst, `${CHROME} Edg/143.0`),
      follow(probed, LINKS[0] ?? '', { method: 'HEAD', origin: second.origin }),
      follow(probed, LINKS[0] ?? ''),
      follow(person, LINKS[0] ?? ''),
      follow(person, LINKS[1] ?? '', { origin: second.origin }),
      load(person),
    ]
    for (const { status } of await Promise.all(answers)) expect(status).to.be.oneOf([200, 302])

    const [click, open] = ['email.click machine', 'email.open machine']
    expect(await hitsOn(burst, 5)).to.deep.equal([click, click, click, open, 'email.open person'])
    expect(await hitsOn(probed, 2)).to.deep.equal([click])
    expect(await hitsOn(person, 3)).to.deep.equal(['email.click person', 'email.click person', 'email.open person'])
    expect(await stored(burst)).to.include({ status: 'OPENED', clicks: 0, clickedAt: null, opens: 1 })
    expect(await stored(probed)).to.include({ status: 'SENT', clicks: 0 })
    expect(await waitingOf('event', probed.projectId)).to.deep.equal([])
    expect(await stored(person)).to.include({ status: 'CLICKED', clicks: 2, opens: 1 })
  })

  it('are known also where a gateway ended before it had judged its own', async () => {
    const email = await sentEmail()
    const start = () =>
      createEngagementRecorder({ log: pino({ level: 'silent' }), orphanedAfterMs: 100, orphansEveryMs: 100 })
    const sending = { at: new Date(), isMachine: false, agent: 'chrome', isProbe: false }
    for (const link of LINKS) {
      const ended = start()
      await ended.record({ ...messageOf(email), ...sending, kind: 'clicked', link })
      await ended.close()
    }

    const next = start()
    expect(new Set(await hitsOn(email, 3))).to.deep.equal(new Set(['email.click machine']))
    await next.close()
  })

  it('count nowhere either where the provider tracks', async () => {
    const email = await sentEmail()
    const timestamp = new Date().toISOString()
    const events = LINKS.map((link) => ({ eventType: 'Click', click: { timestamp, link, userAgent: CHROME } }))
    const post = (event: object) =>
      first.as().post('/webhooks/email-infra', JSON.stringify(sns.message({ Message: notificationOf(email, event) })), {
        'content-type': 'text/plain',
      })
    for (const { status } of await Promise.all(events.map(post))) expect(status).to.equal(200)
    expect(new Set(await hitsOn(email, 3))).to.deep.equal(new Set(['email.click machine']))
    expect(await stored(email)).to.include({ status: 'SENT', clicks: 0 })
  })
})
