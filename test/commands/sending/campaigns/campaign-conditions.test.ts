import { expect } from 'chai'
import { recipientsOf } from '../../../../commands/audience/contacts/audience.js'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { nextCampaignNumber } from '../../../../commands/base/references/campaign-numbers.js'
import { listMembers } from '../../../../commands/audience/segments/list-members.js'
import { Contact } from '../../../../models/contact.js'
import { CAMPAIGNS_WITH_RECEIPTS } from '../../../../models/domain/campaign-receipt.js'
import type { ConditionOperator } from '../../../../models/domain/conditions/operators.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import { Email, type EmailRecord } from '../../../../models/email.js'
import { Project } from '../../../../models/project.js'
import { newId } from '../../../../runtime/ids.js'
import { only } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createContact, createEmail, createProject, createSegment } from '../../../support/factories.js'
import { movesOf } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'
import { stepFinds } from '../../../support/walks.js'
import { memberOf } from '../../audience/segments/references.js'

const AT = new Date('2026-03-02T09:00:00.000Z')
const PERSON = { isMachine: false }
const SENT = { kind: 'sent' }
const OPENED = { kind: 'opened', ...PERSON }
const CLICKED = { kind: 'clicked', link: 'https://shop.example/', ...PERSON }
const BOUNCED = { kind: 'bounced', bounceSubType: 'General' }

const OPERATORS = ['received', 'notReceived', 'opened', 'notOpened', 'clicked', 'notClicked'] as const
const NOT_RECEIVED = ['notReceived']
const UNOPENED = ['received', 'notOpened', 'notClicked']
const UNCLICKED = ['received', 'opened', 'notClicked']
const ALL = ['received', 'opened', 'clicked']

/** Facts about the email to a contact, and the operators that match the contact afterwards. */
const TABLE: [what: string, facts: object[], holding: string[]][] = [
  ['that waits', [], NOT_RECEIVED],
  ['that was sent', [SENT], UNOPENED],
  ['that was delivered', [SENT, { kind: 'delivered' }], UNOPENED],
  ['that was opened', [SENT, OPENED], UNCLICKED],
  ['that was opened before it was known to be sent', [OPENED, SENT], UNCLICKED],
  ['that was clicked', [SENT, OPENED, CLICKED], ALL],
  ['that was clicked without images', [CLICKED], ALL],
  ['that was clicked and then opened', [SENT, CLICKED, OPENED], ALL],
  ['that a machine opened', [SENT, { ...OPENED, isMachine: true }], UNOPENED],
  ['that was answered by a machine', [SENT, { ...BOUNCED, bounceType: 'Transient' }], UNOPENED],
  ['that bounced', [SENT, { ...BOUNCED, bounceType: 'Permanent' }], NOT_RECEIVED],
  ['that bounced at once', [{ ...BOUNCED, bounceType: 'Permanent' }], NOT_RECEIVED],
  ['that was complained about', [SENT, { kind: 'complained', feedbackType: null }], UNOPENED],
  ['that the provider rejected', [SENT, { kind: 'rejected', reason: 'rejected' }], NOT_RECEIVED],
  ['that failed', [{ kind: 'failed', reason: 'no route' }], NOT_RECEIVED],
  ['that was withheld', [{ kind: 'skipped', reason: 'unsubscribed' }], NOT_RECEIVED],
]

describe('the conditions on a campaign', () => {
  useDatabase()
  let projectId: string
  let campaignId: string

  beforeEach(async () => {
    projectId = (await createProject()).id
    campaignId = (await begunCampaign())._id
  })

  const begunCampaign = async () =>
    createCampaign({ projectId, status: 'SENDING', number: await nextCampaignNumber(projectId) })

  const filterOf = (operator: ConditionOperator) => ({ field: `campaign.${campaignId}`, operator })
  const is = (operator: ConditionOperator, id = campaignId) => only({ field: `campaign.${id}`, operator })
  const mail = async (contactId: string, fields: Partial<EmailRecord> = {}) =>
    createEmail({ projectId, campaignId, contactId, sourceType: 'CAMPAIGN', status: 'SENDING', ...fields })
  const aboutFact = (emailId: string, key = 'fact') => ({ projectId, emailId, at: AT, key, messageId: null })
  const happen = async ({ _id: emailId }: EmailRecord, facts: object[]) => {
    for (const [index, fact] of facts.entries()) {
      await recordEmailFacts([{ ...aboutFact(emailId, `fact ${index}`), ...fact } as EmailFact])
    }
  }
  const meets = async (contactId: string, condition: ConditionTree) => {
    const compiled = await compileForProject(projectId, condition, { now: new Date() })
    return (await Contact.exists({ $and: [{ _id: contactId, projectId }, compiled] })) !== null
  }
  const holdingOf = async (contactId: string, id = campaignId) => {
    const holding: string[] = []
    for (const operator of OPERATORS) if (await meets(contactId, is(operator, id))) holding.push(operator)
    return holding
  }

  it('match an email by all that happened to it, and the contact that received it in a CONDITION', async () => {
    const names = new Map<string, string>()
    for (const [what, facts, holding] of TABLE) {
      const { _id: contactId } = await createContact({ projectId })
      names.set(contactId, what)
      await happen(await mail(contactId), facts)
      const filters = (does: boolean) =>
        OPERATORS.filter((operator) => holding.includes(operator) === does).map(filterOf)
      const all: ConditionTree = { logic: 'AND', groups: [{ filters: filters(true) }] }
      const any: ConditionTree = { logic: 'OR', groups: filters(false).map((filter) => ({ filters: [filter] })) }
      const found = [await stepFinds({ projectId, contactId }, all), await stepFinds({ projectId, contactId }, any)]
      expect(found, `the conditions that hold of an email ${what}, and any other`).to.deep.equal([true, false])
    }
    for (const operator of OPERATORS) {
      const compiled = await compileForProject(projectId, is(operator), { now: new Date() })
      const found = await Contact.find({ $and: [{ _id: { $in: [...names.keys()] }, projectId }, compiled] }).lean()
      const expected = TABLE.filter(([, , holding]) => holding.includes(operator)).map(([what]) => what)
      expect(
        found.map(({ _id }) => names.get(_id)),
        operator,
      ).to.have.members(expected)
    }
  })

  it('distinguish campaigns, and match no other mail', async () => {
    const { _id: contactId } = await createContact({ projectId })
    const { _id: other } = await createCampaign({ projectId })
    await happen(await mail(contactId), [SENT, OPENED])
    await happen(await mail(contactId, { campaignId: other, sourceType: 'TEST' }), [SENT, CLICKED])
    await happen(await mail(contactId, { campaignId: null, sourceType: 'TRANSACTIONAL' }), [SENT, CLICKED])
    expect(await holdingOf(contactId)).to.deep.equal(UNCLICKED)
    expect(await holdingOf(contactId, other)).to.deep.equal(NOT_RECEIVED)
  })

  it('match no contact for a campaign that the project does not have, negated or not', async () => {
    const foreign = await createCampaign({ projectId: (await createProject()).id })
    const { _id: contactId } = await createContact({ projectId })
    for (const id of [foreign._id, newId()]) expect(await holdingOf(contactId, id)).to.deep.equal([])
  })

  it('know the last 500 campaigns, of which a contact holds a few bytes each, and match no contact for an older one', async () => {
    const { _id: contactId } = await createContact({ projectId })
    const { _id: otherId } = await createContact({ projectId })
    const first = await mail(contactId)
    await happen(first, [SENT])
    await happen(await mail(otherId), [SENT, OPENED])
    await Project.updateOne({ _id: projectId }, { $inc: { campaignNumber: CAMPAIGNS_WITH_RECEIPTS - 2 } })
    const latest = await begunCampaign()
    expect(latest.number).to.equal(CAMPAIGNS_WITH_RECEIPTS)
    expect(await holdingOf(contactId)).to.deep.equal(UNOPENED)

    // The next campaign takes the place of the first.
    const next = await begunCampaign()
    await happen(await mail(contactId, { campaignId: next._id }), [SENT])
    await happen(first, [CLICKED])
    expect(await holdingOf(contactId, next._id)).to.deep.equal(UNOPENED)
    expect(await holdingOf(otherId, next._id)).to.deep.equal(NOT_RECEIVED)
    for (const id of [contactId, otherId]) expect(await holdingOf(id)).to.deep.equal([])
    const { campaigns = {} } = await Contact.findOne({ _id: contactId, projectId }).orFail().lean()
    expect(Object.keys(campaigns)).to.have.length(1)
    const audience = { audienceType: 'FILTERED' as const, audienceCondition: is('notReceived') }
    const refusal = await recipientsOf(await createCampaign({ projectId, ...audience })).catch((error: Error) => error)
    expect(refusal).to.have.property('message', 'Conditions can only name the last 500 campaigns that were sent')
  })

  it('still match after the retention has deleted the emails', async () => {
    const { _id: contactId } = await createContact({ projectId })
    await happen(await mail(contactId), [SENT, OPENED])
    await Email.deleteMany({ projectId })
    expect(await holdingOf(contactId)).to.deep.equal(UNCLICKED)
  })

  it('select the contacts that a cancelled campaign did not reach or that did not open it, for the next', async () => {
    const [opener, reader, left] = [
      await createContact({ projectId }),
      await createContact({ projectId }),
      await createContact({ projectId }),
    ]
    await happen(await mail(opener._id), [SENT, OPENED])
    await happen(await mail(reader._id), [SENT])
    const whoGets = async (audience: Parameters<typeof createCampaign>[0]) => {
      const found = await Contact.find(await recipientsOf(await createCampaign(audience)), { _id: 1 }).lean()
      const own = [opener, reader, left].map(({ _id }) => _id)
      return found.map(({ _id }) => _id).filter((id) => own.includes(id))
    }
    const filtered = (operator: ConditionOperator) =>
      whoGets({ projectId, audienceType: 'FILTERED', audienceCondition: is(operator) })
    expect(await filtered('notReceived')).to.deep.equal([left._id])
    expect(await filtered('notOpened')).to.deep.equal([reader._id])
    expect(await filtered('opened')).to.deep.equal([opener._id])
    const { _id: segmentId } = await createSegment({ projectId, condition: is('notOpened') })
    const { _id: outer } = await createSegment({ projectId, condition: memberOf(segmentId), trackMembership: true })
    for (const id of [segmentId, outer]) {
      expect(await whoGets({ projectId, audienceType: 'SEGMENT', segmentId: id })).to.deep.equal([reader._id])
      const { contacts } = await listMembers({ projectId, segmentId: id, page: 1, pageSize: 10 })
      expect(contacts.map(({ _id }) => _id)).to.deep.equal([reader._id])
    }
  })

  it('move contacts into and out of a tracked segment, with an event each', async () => {
    await createSegment({ projectId, condition: is('notOpened'), trackMembership: true, slug: 'cold' })
    const { _id: contactId } = await createContact({ projectId })
    const email = await mail(contactId)
    await happen(email, [SENT])
    await dispatchAll(projectId)
    await happen(email, [SENT, CLICKED])
    await dispatchAll(projectId)
    expect(await movesOf(projectId)).to.deep.equal([
      { contactId, name: 'segment.cold.entry' },
      { contactId, name: 'segment.cold.exit' },
    ])
  })
})
