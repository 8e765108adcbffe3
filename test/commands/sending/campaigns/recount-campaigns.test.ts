import { expect } from 'chai'
import * as fc from 'fast-check'
import { Campaign } from '../../../support/models.js'
import { CAMPAIGN_COUNTERS } from '../../../../models/campaign.js'
import { recountCampaigns, type CampaignDrift } from '../../../../commands/sending/campaigns/recount-campaigns.js'
import { deleteContact } from '../../../../commands/lifecycle/erasure/delete-contacts.js'
import { recordEmailFacts } from '../../../../commands/sending/emails/record-email-facts.js'
import { chooseByEmail } from '../../../../commands/sending/emails/choose-by-email.js'
import type { EmailFact } from '../../../../models/domain/email-facts.js'
import type { EmailRecord } from '../../../../models/email.js'
import { useDatabase } from '../../../support/database.js'
import { createCampaign, createEmail, createProject } from '../../../support/factories.js'
import { runs } from '../../../support/runs.js'

/** A fact about a message, or a change of its recipient. */
const NEWS = [
  'sent',
  'delivered',
  'opened',
  'opened by a machine',
  'clicked',
  'bounced',
  'bounced for now',
  'complained',
  'failed',
  'suppressed',
  'skipped',
  'unsubscribed',
  'deleted',
] as const
type News = (typeof NEWS)[number]

let facts = 0

function factOf(news: News, { projectId, _id: emailId }: EmailRecord): EmailFact | null {
  const about = { projectId, emailId, at: new Date(), key: `fact-${(facts += 1)}` }
  const messageId = 'm1'
  switch (news) {
    case 'sent':
    case 'delivered':
      return { ...about, kind: news, messageId }
    case 'opened':
    case 'opened by a machine':
      return { ...about, kind: 'opened', messageId, isMachine: news !== 'opened' }
    case 'clicked':
      return { ...about, kind: news, messageId, isMachine: false, link: 'https://example.com/' }
    case 'bounced':
    case 'bounced for now': {
      const bounceType = news === 'bounced' ? 'Permanent' : 'Transient'
      return { ...about, kind: 'bounced', messageId, bounceType, bounceSubType: 'General' }
    }
    case 'complained':
      return { ...about, kind: news, messageId, feedbackType: null }
    case 'failed':
    case 'skipped':
      return { ...about, kind: news, reason: 'test' }
    case 'suppressed':
      return { ...about, kind: news }
    case 'unsubscribed':
    case 'deleted':
      return null
    default:
      return news satisfies never
  }
}

async function happen(news: News, email: EmailRecord): Promise<void> {
  const { projectId, contactId, _id: emailId } = email
  const fact = factOf(news, email)
  if (fact) await recordEmailFacts([fact])
  else if (news === 'unsubscribed')
    await chooseByEmail({ projectId, contactId, emailId }, { subscribed: false, source: 'link' })
  // A deleted contact is not deleted again.
  else await deleteContact({ projectId, contactId }, 0).catch(() => undefined)
}

describe('recounting campaigns', () => {
  useDatabase()

  const recount = async (projectId: string, options?: { repair: boolean }): Promise<CampaignDrift[]> => {
    const drifts: CampaignDrift[] = []
    for await (const drift of recountCampaigns(projectId, options)) drifts.push(drift)
    return drifts
  }
  const sending = async () => {
    const { id: projectId } = await createProject()
    const { _id: campaignId } = await createCampaign({ projectId, status: 'SENDING' })
    const email = (fields: Partial<EmailRecord> = {}) =>
      createEmail({ projectId, campaignId, sourceType: 'CAMPAIGN', status: 'SENDING', type: 'MARKETING', ...fields })
    return { projectId, campaignId, email }
  }
  const countersOf = async (campaignId: string) => {
    const campaign = await Campaign.findById(campaignId).orFail().lean()
    return Object.fromEntries(CAMPAIGN_COUNTERS.map((counter) => [counter, campaign[counter]]))
  }

  it('finds no difference, whatever happened to the emails in whatever order', async () => {
    const news = fc.array(fc.record({ which: fc.nat(2), what: fc.constantFrom(...NEWS) }), { maxLength: 14 })
    await fc.assert(
      fc.asyncProperty(news, async (sequence) => {
        const { projectId, email } = await sending()
        const emails = [await email(), await email(), await email({ status: 'PENDING' })]
        for (const { which, what } of sequence) await happen(what, emails[which] as EmailRecord)
        expect(await recount(projectId)).to.deep.equal([])
      }),
      runs(8),
    )
  })

  it('finds no difference when notifications about several messages come at the same time', async () => {
    const { projectId, campaignId, email } = await sending()
    const emails = await Promise.all(Array.from({ length: 4 }, () => email()))
    const inTurn = async (email: EmailRecord): Promise<void> => {
      for (const what of NEWS) await happen(what, email)
    }
    await Promise.all(emails.map(inTurn))
    expect(await recount(projectId)).to.deep.equal([])
    expect(await countersOf(campaignId)).to.deep.include({ sentCount: 4, clickedCount: 4, failedCount: 0 })
  })

  it('counts a message as sent alone when it was given up and a notification proves that it left', async () => {
    const { projectId, campaignId, email } = await sending()
    for (const withheld of ['failed', 'skipped', 'suppressed'] as const) {
      const each = await email()
      await happen(withheld, each)
      await happen('delivered', each)
    }
    const left = { failedCount: 0, skippedCount: 0 }
    expect(await countersOf(campaignId)).to.include({ sentCount: 3, deliveredCount: 3, ...left })
    expect(await recount(projectId)).to.deep.equal([])
  })

  it('names every wrong counter, campaign by campaign, and changes nothing', async () => {
    const { projectId, campaignId, email } = await sending()
    await happen('clicked', await email())
    await happen('skipped', await email())
    await createCampaign({ projectId })
    const foreign = await sending()
    await Campaign.updateMany(
      { projectId: { $in: [projectId, foreign.projectId] } },
      { $inc: { sentCount: 2, failedCount: 1 }, $set: { clickedCount: 0 } },
    )
    const draft = await Campaign.findOne({ projectId, status: 'DRAFT' }).orFail().lean()
    const off = [
      { counter: 'sentCount', is: 2, shouldBe: 0 },
      { counter: 'failedCount', is: 1, shouldBe: 0 },
    ]
    expect(await recount(projectId)).to.deep.equal([
      { campaignId: draft._id, differences: off, isRepaired: false },
      {
        campaignId,
        differences: [
          { counter: 'sentCount', is: 3, shouldBe: 1 },
          { counter: 'clickedCount', is: 0, shouldBe: 1 },
          { counter: 'failedCount', is: 1, shouldBe: 0 },
        ],
        isRepaired: false,
      },
    ])
    expect(await Campaign.findById(draft._id).lean()).to.deep.equal(draft)
    expect(await recount(foreign.projectId)).to.have.lengthOf(1)
  })

  it('repairs the wrong counters and nothing else', async () => {
    const { projectId, campaignId, email } = await sending()
    await happen('delivered', await email())
    const right = await countersOf(campaignId)
    const foreign = await sending()
    await Campaign.updateMany(
      { projectId: { $in: [projectId, foreign.projectId] } },
      { $inc: { sentCount: -4, openedCount: 1 } },
    )
    const before = await Campaign.findById(campaignId).orFail().lean()
    const drifts = await recount(projectId, { repair: true })
    expect(drifts.map(({ isRepaired }) => isRepaired)).to.deep.equal([true])
    expect(await countersOf(campaignId)).to.deep.equal(right)
    expect(await Campaign.findById(campaignId).lean()).to.deep.equal({ ...before, sentCount: 1, openedCount: 0 })
    expect(await recount(projectId)).to.deep.equal([])
    expect(await recount(foreign.projectId)).to.have.lengthOf(1)
  })

  it('repairs a campaign while it is being sent, and loses no count', async () => {
    const { projectId, campaignId, email } = await sending()
    const emails = await Promise.all(Array.from({ length: 30 }, () => email()))
    await Campaign.updateOne({ _id: campaignId }, { $inc: { sentCount: 100, deliveredCount: 7 } })
    const send = async (): Promise<void> => {
      for (const each of emails) await happen('delivered', each)
    }
    const repair = async (): Promise<void> => {
      while ((await recount(projectId, { repair: true })).some(({ isRepaired }) => !isRepaired));
    }
    await Promise.all([send(), repair(), repair()])
    expect(await recount(projectId)).to.deep.equal([])
    expect(await countersOf(campaignId)).to.include({ sentCount: 30, deliveredCount: 30 })
  })
})
