import { expect } from 'chai'
import { Campaign } from '../../../../models/campaign.js'
import { Segment } from '../../../../models/segment.js'
import { createCampaign, createProject, createSegment } from '../../../support/factories.js'
import { useGateway } from '../../../support/gateway.js'
import type { HttpClient } from '../../../support/http-client.js'
import { IS_PRO } from '../../../support/segments.js'

interface Listed {
  id: string
  name: string
  segment: object | null
}

describe('GET /campaigns', () => {
  const gateway = useGateway()
  let projectId: string
  let client: HttpClient

  beforeEach(async () => {
    const project = await createProject()
    projectId = project.id
    client = gateway.as(project.secretKey)
    await createCampaign({ projectId: (await createProject()).id, name: 'Foreign' })
  })

  const names = async (query: string): Promise<string[]> => {
    const res = await client.get(`/campaigns?${query}`)
    expect(res.status, JSON.stringify(res.body)).to.equal(200)
    return res.body.data.map(({ name }: Listed) => name)
  }
  const addMany = async (...all: string[]): Promise<void> => {
    for (const name of all) await createCampaign({ projectId, name })
  }

  it('lists the campaigns of the project alone, newest first', async () => {
    await addMany('A', 'B')
    const res = await client.get('/campaigns')
    expect(res.status).to.equal(200)
    expect(res.body).to.include({ page: 1, pageSize: 20, total: 2, totalPages: 1 })
    expect(res.body.data.map(({ name }: Listed) => name)).to.deep.equal(['B', 'A'])
    const [first] = res.body.data
    const { data } = (await client.get(`/campaigns/${first.id}`)).body
    expect(first).to.deep.equal({ ...data, segment: null })
  })

  it('names the segment of each, as long as it is there', async () => {
    const segment = await createSegment({ projectId, name: 'Power users' })
    const gone = await createSegment({ projectId })
    await createCampaign({ projectId, name: 'A', audienceType: 'FILTERED', audienceCondition: IS_PRO })
    await createCampaign({ projectId, name: 'B', audienceType: 'SEGMENT', segmentId: segment._id })
    await createCampaign({ projectId, name: 'C', audienceType: 'SEGMENT', segmentId: gone._id, status: 'SENT' })
    await Segment.deleteOne({ _id: gone._id })
    const { body } = await client.get('/campaigns?sort=name&dir=asc')
    expect(body.data.map((item: Listed) => item.segment)).to.deep.equal([
      null,
      { id: segment._id, name: 'Power users' },
      null,
    ])
  })

  it('answers an empty page for a project without campaigns, and beyond the last page', async () => {
    const empty = { data: [], page: 1, pageSize: 20, total: 0, totalPages: 0 }
    expect((await client.get('/campaigns')).body).to.deep.equal(empty)
    await addMany('A')
    const beyond = await client.get('/campaigns?page=9007199254740991&pageSize=100')
    expect(beyond.body).to.deep.include({ data: [], total: 1, totalPages: 1 })
  })

  it('pages, and clamps the size of a page at 100', async () => {
    await addMany('A', 'B', 'C', 'D', 'E')
    expect(await names('page=2&pageSize=2&sort=name&dir=asc')).to.deep.equal(['C', 'D'])
    expect((await client.get('/campaigns?pageSize=2')).body).to.include({ total: 5, totalPages: 3 })
    expect((await client.get('/campaigns?pageSize=500')).body.pageSize).to.equal(100)
  })

  it('sorts by name, creation and change, both ways', async () => {
    await addMany('B', 'C', 'A')
    await Campaign.updateOne({ projectId, name: 'C' }, { description: 'changed' })
    expect(await names('sort=name&dir=asc')).to.deep.equal(['A', 'B', 'C'])
    expect(await names('sort=name')).to.deep.equal(['C', 'B', 'A'])
    expect(await names('sort=createdAt&dir=asc')).to.deep.equal(['B', 'C', 'A'])
    expect(await names('sort=updatedAt')).to.deep.equal(['C', 'A', 'B'])
  })

  it('filters by status, and searches name, subject and sender in any case and literally', async () => {
    await createCampaign({ projectId, name: 'Spring 100%', status: 'SENT' })
    await createCampaign({ projectId, name: 'B', subject: 'SPRING is here' })
    await createCampaign({ projectId, name: 'C', from: 'spring@example.com', status: 'CANCELLED' })
    await createCampaign({ projectId, name: 'D', body: 'spring', description: 'spring' })
    expect(await names('search=sPrInG')).to.have.members(['Spring 100%', 'B', 'C'])
    expect(await names('search=spring&status=DRAFT')).to.deep.equal(['B'])
    expect(await names(`search=${encodeURIComponent('100%')}`)).to.deep.equal(['Spring 100%'])
    expect(await names(`search=${encodeURIComponent('.*')}`)).to.deep.equal([])
    expect(await names('search=&status=SENT')).to.deep.equal(['Spring 100%'])
    expect((await client.get('/campaigns?search=spring&pageSize=1')).body.total).to.equal(3)
    for (const status of ['SCHEDULED', 'SENDING']) expect(await names(`status=${status}`)).to.deep.equal([])
  })

  for (const query of [
    'page=0',
    'page=x',
    'page=1.5',
    'pageSize=0',
    'pageSize=-1',
    'pageSize=x',
    'status=OTHER',
    'status=draft',
    'status=',
    'sort=body',
    'dir=up',
  ]) {
    it(`answers 400 for ?${query}`, async () => {
      const res = await client.get(`/campaigns?${query}`)
      expect(res.status).to.equal(400)
      expect(res.body.error.code).to.equal('BAD_REQUEST')
      expect(res.body.error.errors[0].field).to.equal(query.split('=')[0])
    })
  }
})
