import { expect } from 'chai'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { listMembers } from '../../../../commands/audience/segments/list-members.js'
import { Campaign, Contact, Email } from '../../../support/models.js'
import type { Filter } from '../../../../models/domain/conditions/tree.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createContact, createEmail, createProject, createSegment } from '../../../support/factories.js'
import { movesOf } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { applyMessages, notificationOf } from './notifications.js'

const AT = new Date('2026-03-02T09:00:00.000Z')
const WORDS = ['sent', 'delivered', 'opened', 'clicked', 'bounced', 'complained'] as const
type Word = (typeof WORDS)[number]
type Detail = Record<string, unknown> & { kind: EmailFact['kind'] }

const later = (minutes: number) => new Date(AT.getTime() + minutes * 60_000)
const SENT: Detail = { kind: 'sent' }
const DELIVERED: Detail = { kind: 'delivered' }
const opened = (minutes = 0, isMachine = false): Detail => ({ kind: 'opened', isMachine, at: later(minutes) })
const clicked = (minutes = 0, isMachine = false): Detail => {
  return { kind: 'clicked', isMachine, link: 'https://shop.example/', at: later(minutes) }
}
const bounced = (bounceType: string): Detail => ({ kind: 'bounced', bounceType, bounceSubType: 'General' })
const COMPLAINED: Detail = { kind: 'complained', feedbackType: 'abuse' }
const REJECTED: Detail = { kind: 'rejected', reason: 'rejected' }

/** Facts about an email in this order, the state that it counts as, and how often it counts as opened. */
const TABLE: [what: string, facts: Detail[], counts: Word[], opens?: number][] = [
  ['nothing', [], []],
  ['sent', [SENT], ['sent']],
  ['delivered', [SENT, DELIVERED], ['sent', 'delivered']],
  ['delivered before it was known to be sent', [DELIVERED, SENT], ['sent', 'delivered']],
  ['opened', [SENT, opened()], ['sent', 'opened'], 1],
  ['clicked without images', [SENT, clicked()], ['sent', 'opened', 'clicked'], 1],
  ['clicked alone', [clicked()], ['sent', 'opened', 'clicked'], 1],
  ['clicked and then opened', [SENT, clicked(), opened(5)], ['sent', 'opened', 'clicked'], 1],
  ['opened and then clicked', [SENT, opened(), clicked(5)], ['sent', 'opened', 'clicked'], 1],
  ['clicked, opened and opened again', [SENT, clicked(), opened(5), opened(9)], ['sent', 'opened', 'clicked'], 2],
  ['opened by a machine', [SENT, opened(0, true)], ['sent']],
  ['clicked by a machine', [SENT, clicked(0, true)], ['sent']],
  ['bounced for good', [SENT, bounced('Permanent')], ['sent', 'bounced']],
  ['bounced for good at once', [bounced('Permanent')], ['sent', 'bounced']],
  ['answered by a machine', [SENT, DELIVERED, bounced('Transient')], ['sent', 'delivered']],
  ['answered by a machine at once', [bounced('Transient')], ['sent']],
  ['not understood', [SENT, bounced('Undetermined')], ['sent']],
  ['not taken, and then bounced', [SENT, bounced('Transient'), bounced('Permanent')], ['sent', 'bounced']],
  ['late', [SENT, { kind: 'delayed', delayType: 'MailboxFull' }], ['sent']],
  ['complained about', [SENT, DELIVERED, COMPLAINED], ['sent', 'delivered', 'complained']],
  ['rejected after it was taken', [SENT, REJECTED], []],
  ['rejected at once', [REJECTED], []],
  ['failed', [{ kind: 'failed', reason: 'no route' }], []],
  ['withheld', [{ kind: 'suppressed' }], []],
]

describe('an email', () => {
  useDatabase()
  let projectId: string
  let campaignId: string
  let email: EmailRecord

  beforeEach(async () => {
    projectId = (await createProject()).id
    campaignId = (await createCampaign({ projectId, status: 'SENDING' }))._id
    email = await nextEmail((await createContact({ projectId }))._id)
  })

  const nextEmail = (contactId: string) =>
    createEmail({ projectId, campaignId, contactId, sourceType: 'CAMPAIGN', status: 'SENDING' })
  const record = (facts: Detail[], of = email) => {
    const about = { projectId, emailId: of._id, at: AT, messageId: null }
    return facts.map((detail, index) => ({ ...about, key: `fact ${index}`, ...detail })) as EmailFact[]
  }
  const happen = async (facts: Detail[], of = email) => {
    for (const fact of record(facts, of)) await recordEmailFacts([fact])
  }
  const holds = async (filter: Filter): Promise<boolean> => {
    const condition = await compileForProject(projectId, only(filter), { now: new Date() })
    return (await Contact.exists({ $and: [{ _id: email.contactId, projectId }, condition] })) !== null
  }
  const timesOpened = async () => {
    let times = 0
    while (await holds({ field: 'email.opened', operator: 'triggeredAtLeast', value: times + 1 })) times += 1
    return times
  }

  it('is counted the same for its campaign and in every filter, whatever happens to it, one by one or at once', async () => {
    const rows = TABLE.flatMap(([what, , counts, opens = 0]) =>
      [what, `${what}, known at once`].map((name) => ({ name, counts, opens })),
    )
    const names = new Map<string, string>()
    for (const [what, facts, counts] of TABLE) {
      campaignId = (await createCampaign({ projectId, status: 'SENDING' }))._id
      const oneByOne = await nextEmail((await createContact({ projectId }))._id)
      names.set(oneByOne.contactId, what)
      await happen(facts, oneByOne)
      const campaign = await Campaign.findOne({ _id: campaignId, projectId }).orFail().lean()
      const counted = WORDS.flatMap((word) => Array<Word>(campaign[`${word}Count`]).fill(word))
      expect(counted, what).to.deep.equal(counts)
      const atOnce = await nextEmail((await createContact({ projectId }))._id)
      names.set(atOnce.contactId, `${what}, known at once`)
      // All facts are recorded again, too.
      for (const _ of [1, 2]) await recordEmailFacts(record(facts, atOnce))
    }
    const namesIn = async (filter: Filter) => {
      const condition = await compileForProject(projectId, only(filter), { now: new Date() })
      const found = await Contact.find({ $and: [{ _id: { $in: [...names.keys()] }, projectId }, condition] }).lean()
      return found.map(({ _id }) => names.get(_id))
    }
    const hour = { value: 1, unit: 'hours' } as const
    for (const word of WORDS) {
      const field = `email.${word}`
      const that = rows.filter(({ counts }) => counts.includes(word)).map(({ name }) => name)
      const others = rows.filter(({ counts }) => !counts.includes(word)).map(({ name }) => name)
      const FILTERS: [Omit<Filter, 'field'>, string[]][] = [
        [{ operator: 'triggered' }, that],
        [{ operator: 'triggeredWithin', ...hour }, that],
        [{ operator: 'triggeredAtLeast', value: 1 }, that],
        [{ operator: 'notTriggered' }, others],
        [{ operator: 'notTriggeredWithin', ...hour }, others],
        [{ operator: 'triggeredOlderThan', ...hour }, []],
        [{ operator: 'triggeredOlderThan', value: 0, unit: 'hours' }, that],
      ]
      for (const [filter, expected] of FILTERS) {
        expect(await namesIn({ field, ...filter }), `${word} ${filter.operator}`).to.have.members(expected)
      }
    }
    for (const times of [1, 2, 3]) {
      const opened = await namesIn({ field: 'email.opened', operator: 'triggeredAtLeast', value: times })
      const expected = rows.filter(({ opens }) => opens >= times).map(({ name }) => name)
      expect(opened, `opened ${times} times`).to.have.members(expected)
    }
  })

  it('that is clicked counts as opened by the name of its event as well, beside another that is opened', async () => {
    await happen([SENT, clicked()])
    for (const field of ['email.opened', 'email.open', 'contact.email.opened', 'event.email.open', ' email.opened ']) {
      expect(await holds({ field, operator: 'triggered' }), field).to.equal(true)
      expect(await holds({ field, operator: 'notTriggered' }), field).to.equal(false)
    }
    await happen([SENT, opened()], await nextEmail(email.contactId))
    expect(await timesOpened()).to.equal(2)
  })

  it('that is clicked again long after it was opened counts as opened recently', async () => {
    await happen([SENT, opened()])
    const old = new Date(Date.now() - 30 * 86_400_000)
    const path = 'activity.email%2Eopen'
    await Contact.updateOne({ _id: email.contactId }, { $set: { [`${path}.first`]: old, [`${path}.last`]: old } })
    const week = { value: 7, unit: 'days' } as const
    expect(await holds({ field: 'email.opened', operator: 'triggeredWithin', ...week })).to.equal(false)
    await happen([clicked(10)])
    expect(await holds({ field: 'email.opened', operator: 'triggeredWithin', ...week })).to.equal(true)
    expect(await holds({ field: 'email.opened', operator: 'notTriggeredWithin', ...week })).to.equal(false)
    expect(await holds({ field: 'email.opened', operator: 'triggeredOlderThan', ...week })).to.equal(false)
    expect(await timesOpened()).to.equal(1)
  })

  it('whose click the provider reports adds its contact to a tracked segment of openers, and removes it from the opposite', async () => {
    const track = (slug: string, filter: Filter) =>
      createSegment({ projectId, condition: only(filter), trackMembership: true, slug })
    await track('openers', { field: 'email.opened', operator: 'triggered' })
    const { _id: segmentId } = await track('others', { field: 'email.opened', operator: 'notTriggered' })
    const isListed = async () => {
      const { contacts } = await listMembers({ projectId, segmentId, page: 1, pageSize: 9 })
      return contacts.some(({ _id }) => _id === email.contactId)
    }
    await happen([SENT])
    await dispatchAll(projectId)
    expect(await isListed()).to.equal(true)
    const click = { timestamp: AT.toISOString(), link: 'https://example.com/', userAgent: 'Mozilla/5.0 Firefox/125' }
    const known = await Email.findOne({ _id: email._id, projectId }).orFail().lean()
    const message = notificationOf(known, { eventType: 'Click', click })
    expect((await applyMessages([{ id: newId(), message }])).failures.size).to.equal(0)
    expect(await isListed()).to.equal(false)
    await dispatchAll(projectId)
    const own = (await movesOf(projectId)).filter(({ contactId }) => contactId === email.contactId)
    const moves = ['segment.others.entry', 'segment.openers.entry', 'segment.others.exit']
    expect(own.map(({ name }) => name)).to.have.members(moves)
  })
})
