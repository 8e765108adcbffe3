import { expect } from 'chai'
import { Email } from '../../../models/email.js'
import { Event } from '../../../models/event.js'
import { createContacts } from '../../support/factories.js'
import { takeRoom } from '../../support/without-room.js'
import {
  begunCampaign,
  campaignActivities,
  counters,
  finish,
  freeze,
  sendAll,
  useCampaignScene,
  type FakeProvider,
} from './campaign-walk.js'

describe('a campaign with a contact whose document cannot grow', () => {
  let projectId: string
  let provider: FakeProvider
  useCampaignScene((scene) => ({ projectId, provider } = scene))

  it('reaches every recipient once and notes it, that one included', async () => {
    const [full] = await createContacts(1_000, { projectId })
    if (!full) throw new Error('No contact')
    await takeRoom(full)
    const activities = campaignActivities(provider)
    const campaign = await begunCampaign({ projectId })

    await sendAll(activities, campaign, await freeze(activities, campaign))

    const { isFinished, campaign: sent } = await finish(activities, campaign)
    expect(isFinished).to.equal(true)
    expect(counters(sent)).to.deep.equal({ sentCount: 1_000 })
    expect(new Set(provider.taken.map(({ to }) => to)).size).to.equal(1_000)
    expect(provider.taken).to.have.length(1_000)
    expect(await Email.countDocuments({ projectId, status: 'SENT' })).to.equal(1_000)
    expect(await Event.countDocuments({ projectId, name: 'email.sent' })).to.equal(1_000)
  })
})
