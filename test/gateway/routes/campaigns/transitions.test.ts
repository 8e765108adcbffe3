import { expect } from 'chai'
import { Campaign, Contact, Suppression } from '../../../support/models.js'
import type { CampaignRecord } from '../../../../models/campaign.js'
import { createCampaign, createContact } from '../../../support/factories.js'
import { useProject } from '../../../support/project.js'

const LATER = '2900-01-01T10:00:00.000Z'

const STATES: Record<string, Partial<CampaignRecord>> = {
  DRAFT: {},
  SCHEDULED: { status: 'SCHEDULED', scheduledFor: new Date(LATER) },
  SENDING: { status: 'SENDING', startedAt: new Date() },
  paused: { status: 'SENDING', startedAt: new Date(), pausedAt: new Date() },
  SENT: { status: 'SENT', sentAt: new Date() },
  CANCELLED: { status: 'CANCELLED' },
}
const AT_LATER = { scheduledFor: LATER }
const ACTIONS: Record<string, { path: string; body?: object; goesTo: Record<string, string> }> = {
  'sending it': { path: 'send', body: {}, goesTo: { DRAFT: 'SENDING', SCHEDULED: 'SENDING' } },
  'sending it later': { path: 'send', body: AT_LATER, goesTo: { DRAFT: 'SCHEDULED', SCHEDULED: 'SCHEDULED' } },
  'unscheduling it': { path: 'unschedule', goesTo: { SCHEDULED: 'DRAFT' } },
  'pausing it': { path: 'pause', goesTo: { SENDING: 'paused' } },
  'resuming it': { path: 'resume', goesTo: { paused: 'SENDING' } },
  'cancelling it': { path: 'cancel', goesTo: { SCHEDULED: 'CANCELLED', SENDING: 'CANCELLED', paused: 'CANCELLED' } },
}

describe('the states of a campaign', () => {
  const { project, client } = useProject()
  const read = (id: string) => Campaign.findById(id).orFail().lean()
  beforeEach(() => createContact({ projectId: project.id }))

  for (const [what, { path, body, goesTo }] of Object.entries(ACTIONS)) {
    const ways = Object.entries(goesTo).map(([from, to]) => `of ${from} makes it ${to}`)
    it(`${what} ${ways.join(', ')}, and is refused otherwise`, async () => {
      for (const [state, fields] of Object.entries(STATES)) {
        const next = goesTo[state]
        const before = await createCampaign({ projectId: project.id, ...fields })

        const { status, body: answer } = await client.post(`/campaigns/${before._id}/${path}`, body)

        const after = await read(before._id)
        if (next) {
          expect(status, state).to.equal(200)
          expect(after.pausedAt ? 'paused' : after.status).to.equal(next)
          expect(answer.data.status).to.equal(after.status)
        } else {
          expect(status, state).to.equal(409)
          expect(answer.error.details).to.deep.equal({ status: before.status })
          expect(after).to.deep.equal(before)
        }
      }
    })
  }

  it('have no date after unscheduling, and allow scheduling again', async () => {
    const { _id: id } = await createCampaign({ projectId: project.id, ...STATES['SCHEDULED'] })
    const { body } = await client.post(`/campaigns/${id}/unschedule`)
    expect(body.data).to.include({ id, status: 'DRAFT', scheduledFor: null })
    const again = await client.post(`/campaigns/${id}/send`, AT_LATER)
    expect(again.body.data.status).to.equal('SCHEDULED')
  })

  it('allow scheduling a campaign without an audience yet, but not sending it now', async () => {
    const segmentless = { audienceType: 'FILTERED' as const, audienceCondition: { logic: 'AND' as const, groups: [] } }
    const { _id: id } = await createCampaign({ projectId: project.id, ...segmentless })
    const now = await client.post(`/campaigns/${id}/send`, {})
    expect([now.status, now.body.error.message]).to.deep.equal([400, 'The campaign has no recipients'])
    expect((await client.post(`/campaigns/${id}/send`, AT_LATER)).status).to.equal(200)
  })

  it('refuse a campaign only to suppressed addresses, and accept one with a further address', async () => {
    const { id: projectId } = project
    const addresses = Array.from({ length: 700 }, (_, n) => `suppressed-${n}@example.com`)
    await Contact.deleteMany({ projectId })
    await Contact.insertMany(addresses.map((email) => ({ projectId, email, subscribed: true })))
    await Suppression.insertMany(addresses.map((email) => ({ projectId, email, reason: 'BOUNCE' })))
    const { _id: id } = await createCampaign({ projectId })
    expect((await client.post(`/campaigns/${id}/send`, {})).status).to.equal(400)
    await createContact({ projectId })
    expect((await client.post(`/campaigns/${id}/send`, {})).status).to.equal(200)
  })

  it('record the length of a pause, and accept only one of two simultaneous pauses or resumes', async () => {
    const pausedAt = new Date(Date.now() - 1_000)
    const { _id: id } = await createCampaign({ projectId: project.id, ...STATES['paused'], pausedAt })
    const both = async (path: string) =>
      (await Promise.all([1, 2].map(() => client.post(`/campaigns/${id}/${path}`))))
        .map(({ status }) => status)
        .toSorted((a, b) => a - b)
    expect(await both('resume')).to.deep.equal([200, 409])
    expect((await read(id)).pausedMs).to.be.within(1_000, 60_000)
    expect(await both('pause')).to.deep.equal([200, 409])
    expect(await both('cancel')).to.deep.equal([200, 409])
  })
})
