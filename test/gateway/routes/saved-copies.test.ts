import { expect } from 'chai'
import { changeContactsSlice } from '../../../commands/lifecycle/bulk-changes/change-contacts-slice.js'
import { createCampaign, createContacts, createSegment } from '../../support/factories.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'
import { createContactsOn, IS_PRO } from '../../support/segments.js'

describe('POST /segments/:id/duplicate', () => {
  const { project, client } = useProject()

  it('copies a dynamic segment with its condition and its members, but without tracking', async () => {
    await createContactsOn(project.id, ['pro', 'free', 'pro'])
    const fields = { name: 'Pros', description: 'All', condition: IS_PRO, trackMembership: true }
    const { _id } = await createSegment({ projectId: project.id, ...fields })
    const { status, body } = await client.post(`/segments/${_id}/duplicate`)
    expect(status).to.equal(201)
    expect(body).to.deep.include({ ...fields, name: 'Pros (Copy)', trackMembership: false, type: 'DYNAMIC' })
    expect(body).to.include({ memberCount: 2, jobId: null })
    expect(body.id).not.to.equal(_id)
    expect(body.slug).to.equal('pros-copy')
  })

  it('copies a static segment, whose members a job adds', async () => {
    const { _id } = await createSegment({ projectId: project.id, name: 'VIPs', type: 'STATIC' })
    const members = await createContacts(3, { projectId: project.id })
    await createContacts(1, { projectId: project.id })
    const emails = members.map(({ email }) => email)
    expect((await client.post(`/segments/${_id}/members`, { emails })).status).to.equal(200)
    const copy = (await client.post(`/segments/${_id}/duplicate`)).body
    expect(copy).to.include({ name: 'VIPs (Copy)', type: 'STATIC', condition: null })
    await finishJob({ projectId: project.id, jobId: copy.jobId }, changeContactsSlice)
    const { data } = (await client.get(`/segments/${copy.id}/contacts`)).body
    expect(data.map(({ email }: { email: string }) => email)).to.have.members(emails)
    expect((await client.get(`/segments/${_id}`)).body.memberCount).to.equal(3)
  })
})

describe('POST /campaigns/:id/template', () => {
  const { project, client } = useProject()

  it('saves the message of a campaign in any state as a template of its name', async () => {
    const message = {
      name: 'Spring',
      description: 'For all',
      subject: 'Hi {{ name ?? you }}',
      from: 'news@example.com',
      fromName: 'Ada',
      replyTo: 'help@example.com',
      type: 'HEADLESS' as const,
    }
    const mjml = '<mjml><mj-body><mj-section><mj-column><mj-text>Hi</mj-text></mj-column></mj-section></mj-body></mjml>'
    const made = await client.post('/campaigns', { ...message, mjml, audienceType: 'ALL' })
    expect(made.status).to.equal(201)
    const saved = await client.post(`/campaigns/${made.body.data.id}/template`)
    expect(saved.status).to.equal(201)
    const { body } = made.body.data
    expect(saved.body).to.deep.include({ ...message, body, mjml, editor: 'mjml', translations: null })
    expect((await client.get(`/templates/${saved.body.id}`)).body).to.include(message)
    const { _id } = await createCampaign({ projectId: project.id, status: 'SENT', name: 'Sent' })
    expect((await client.post(`/campaigns/${_id}/template`)).body).to.include({ name: 'Sent', editor: 'html' })
  })
})
