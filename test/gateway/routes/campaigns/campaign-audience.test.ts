import { expect } from 'chai'
import { Contact, Suppression } from '../../../support/models.js'
import { only } from '../../../support/conditions.js'
import { createCampaign, createContact, createProject, createSegment } from '../../../support/factories.js'
import type { CampaignRecord } from '../../../../models/campaign.js'
import { operationsOf } from '../../../support/profiled.js'
import { useProject } from '../../../support/project.js'
import { createContactsOn, IS_PRO } from '../../../support/segments.js'
import { dispatchAll } from '../../../support/dispatch-all.js'

describe('GET /campaigns/:id/audience', () => {
  const { project, client } = useProject()
  let projectId: string

  beforeEach(async () => {
    projectId = project.id
    await createContact({ projectId: (await createProject()).id })
  })

  const suppress = (...addresses: string[]) =>
    Suppression.insertMany(addresses.map((email) => ({ projectId, email, reason: 'BOUNCE' as const })))
  const audienceOf = async (fields: Partial<CampaignRecord>) => {
    const { _id } = await createCampaign({ projectId, ...fields })
    const { status, body } = await client.get(`/campaigns/${_id}/audience`)
    expect(status, JSON.stringify(body)).to.equal(200)
    expect(body.success).to.equal(true)
    const { exact, ...counted } = body.data
    expect(exact).to.equal(true)
    return counted
  }
  /** Five on the plan pro: one is unsubscribed, one suppressed and one both; and one on the plan free. */
  const populate = async () => {
    const contacts = await createContactsOn(projectId, ['pro', 'pro', 'pro', 'pro', 'pro', 'free'])
    const [, , left, bounced, both] = contacts
    const leavers = [left?._id ?? '', both?._id ?? '']
    for (const id of leavers) await client.patch(`/contacts/${id}`, { subscribed: false })
    await suppress(bounced?.email ?? '', both?.email ?? '', 'nobody@example.com')
    return contacts
  }

  const FILTERED = { audienceType: 'FILTERED', audienceCondition: IS_PRO } as const
  it('counts all contacts or those that match the condition, and by reason those that the mail excludes', async () => {
    await populate()
    const all = { total: 6, eligible: 3, unsubscribed: 2, suppressed: 1 }
    const counts: [fields: Partial<CampaignRecord>, counted: object][] = [
      [{}, all],
      [{ type: 'HEADLESS' }, all],
      [{ status: 'SENT', totalRecipients: 1, sentCount: 1 }, all],
      [{ type: 'TRANSACTIONAL' }, { total: 6, eligible: 4, unsubscribed: 0, suppressed: 2 }],
      [FILTERED, { total: 5, eligible: 2, unsubscribed: 2, suppressed: 1 }],
      [
        { ...FILTERED, type: 'TRANSACTIONAL' },
        { total: 5, eligible: 3, unsubscribed: 0, suppressed: 2 },
      ],
    ]
    for (const [fields, counted] of counts)
      expect(await audienceOf(fields), JSON.stringify(fields)).to.deep.equal(counted)
    await dispatchAll(projectId)
    expect(await audienceOf({})).to.deep.equal(all)
  })

  it('counts the members of a segment, static or dynamic', async () => {
    const contacts = await populate()
    const fixed = await createSegment({ projectId })
    const members = [0, 2, 3].map((n) => contacts[n]?._id ?? '')
    await Contact.updateMany({ _id: { $in: members } }, { $set: { segments: [fixed._id] } })
    const dynamic = await createSegment({ projectId, condition: IS_PRO })
    const to = (segmentId: string) => audienceOf({ audienceType: 'SEGMENT', segmentId })
    expect(await to(fixed._id)).to.deep.equal({ total: 3, eligible: 1, unsubscribed: 1, suppressed: 1 })
    expect(await to(dynamic._id)).to.deep.equal({ total: 5, eligible: 2, unsubscribed: 2, suppressed: 1 })
  })

  it('is empty in a project without contacts', async () => {
    const none = { total: 0, eligible: 0, unsubscribed: 0, suppressed: 0 }
    for (const fields of [{}, FILTERED]) expect(await audienceOf(fields)).to.deep.equal(none)
  })

  it('counts suppressed contacts from the suppressed addresses, however many contacts there are', async () => {
    await Contact.insertMany(
      Array.from({ length: 300 }, (_, n) => ({
        projectId,
        email: `many-${n}@example.com`,
        subscribed: true,
      })),
    )
    await suppress(...Array.from({ length: 3 }, (_, n) => `many-${n}@example.com`))
    const { _id } = await createCampaign({ projectId })
    const operations = await operationsOf('contacts', () => client.get(`/campaigns/${_id}/audience`))
    expect(operations).to.not.deep.equal([])
    for (const operation of operations) {
      expect(operation.planSummary).to.match(/IXSCAN|COUNT_SCAN/)
      expect(operation.docsExamined, JSON.stringify(operation)).to.be.at.most(3)
    }
  })

  it('counts more suppressed addresses than one query reads', async () => {
    const addresses = Array.from({ length: 2_100 }, (_, n) => `many-${n}@example.com`)
    await Contact.insertMany(addresses.map((email) => ({ projectId, email, subscribed: true })))
    await suppress(...addresses.slice(50))
    const fields = { audienceType: 'FILTERED', type: 'TRANSACTIONAL' } as const
    const audienceCondition = only({ field: 'subscribed', operator: 'equals', value: true })
    const counted = { total: 2_100, eligible: 50, unsubscribed: 0, suppressed: 2_050 }
    expect(await audienceOf({ ...fields, audienceCondition })).to.deep.equal(counted)
  })
})
