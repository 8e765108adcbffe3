import { expect } from 'chai'
import { Campaign, Segment } from '../../../support/models.js'
import { createCampaign, createProject, createSegment } from '../../../support/factories.js'
import { itPagesLikeOffsetLists, namesOn } from '../../../support/lists.js'
import { useProject } from '../../../support/project.js'
import { IS_PRO } from '../../../support/segments.js'

interface Listed {
  id: string
  name: string
  segment: object | null
}

describe('GET /campaigns', () => {
  const { project, client } = useProject()

  beforeEach(async () => {
    await createCampaign({ projectId: (await createProject()).id, name: 'Foreign' })
  })

  const names = namesOn(client, '/campaigns')
  const add = (name: string) => createCampaign({ projectId: project.id, name })

  itPagesLikeOffsetLists({
    client,
    path: '/campaigns',
    add,
    change: (name) => Campaign.updateOne({ projectId: project.id, name }, { description: 'changed' }),
    asListed({ data: { design: _design, mjml: _mjml, previousDesign: _previous, ...campaign } }) {
      return { ...campaign, segment: null }
    },
    refused: ['status=OTHER', 'status=draft', 'status='],
  })

  it('names the segment of each campaign while it exists', async () => {
    const segment = await createSegment({ projectId: project.id, name: 'Power users' })
    const gone = await createSegment({ projectId: project.id })
    await createCampaign({ projectId: project.id, name: 'A', audienceType: 'FILTERED', audienceCondition: IS_PRO })
    await createCampaign({ projectId: project.id, name: 'B', audienceType: 'SEGMENT', segmentId: segment._id })
    await createCampaign({
      projectId: project.id,
      name: 'C',
      audienceType: 'SEGMENT',
      segmentId: gone._id,
      status: 'SENT',
    })
    await Segment.deleteOne({ _id: gone._id })
    const { body } = await client.get('/campaigns?sort=name&dir=asc')
    expect(body.data.map((item: Listed) => item.segment)).to.deep.equal([
      null,
      { id: segment._id, name: 'Power users' },
      null,
    ])
  })

  it('filters by status, and searches name, subject and sender in any case and literally', async () => {
    await createCampaign({ projectId: project.id, name: 'Spring 100%', status: 'SENT' })
    await createCampaign({ projectId: project.id, name: 'B', subject: 'SPRING is here' })
    await createCampaign({ projectId: project.id, name: 'C', from: 'spring@example.com', status: 'CANCELLED' })
    await createCampaign({ projectId: project.id, name: 'D', body: 'spring', description: 'spring' })
    expect(await names('search=sPrInG')).to.have.members(['Spring 100%', 'B', 'C'])
    expect(await names('search=spring&status=DRAFT')).to.deep.equal(['B'])
    expect(await names(`search=${encodeURIComponent('100%')}`)).to.deep.equal(['Spring 100%'])
    expect(await names(`search=${encodeURIComponent('.*')}`)).to.deep.equal([])
    expect(await names('search=&status=SENT')).to.deep.equal(['Spring 100%'])
    expect((await client.get('/campaigns?search=spring&pageSize=1')).body.total).to.equal(3)
    for (const status of ['SCHEDULED', 'SENDING']) expect(await names(`status=${status}`)).to.deep.equal([])
  })
})
