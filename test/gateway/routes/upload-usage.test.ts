import { expect } from 'chai'
import { updateTemplate } from '../../../commands/sending/templates/update-template.js'
import { deleteImage } from '../../../commands/sending/uploads/delete-image.js'
import { gridFsStore } from '../../../commands/sending/uploads/grid-fs-store.js'
import { Project } from '../../../models/project.js'
import { Campaign, Template, Upload } from '../../support/models.js'
import { newId } from '../../../runtime/ids.js'
import { commandsOf } from '../../support/commands.js'
import { createCampaign, createContact, createProject, createTemplate, createUpload } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

describe('an uploaded image that is in use', () => {
  const { gateway, project, client } = useProject()
  const upload = async (): Promise<string> => {
    const id = newId()
    await createUpload({ _id: id, projectId: project.id })
    return id
  }
  const TEMPLATE = { name: 'Welcome', subject: 'Hi', from: 'a@example.com', type: 'TRANSACTIONAL' }
  const CAMPAIGN = { name: 'Sale', subject: 'Hi', from: 'a@example.com', type: 'MARKETING', audienceType: 'ALL' }
  const usageOf = async (id: string) => (await client.get(`/uploads/${id}/usage`)).body
  const none = { isLogo: false, templates: [], campaigns: [], workflows: [], workflowSteps: [] }

  it('is not deleted while a template shows it, however its address is written', async () => {
    const bodyOf: ((id: string) => string)[] = [
      (id) => `<img src="https://mail.example.com/uploads/${id}.png">`,
      (id) => `<img srcset="//links.example.org/uploads/${id}.png 2x">`,
      (id) => `<td background=/uploads/${id}.png>`,
      (id) => `<style>p { background: url(https://cdn.example.net/i/uploads/${id}.png) }</style>`,
      (id) => `{% assign logo = "${id}" %}<img src="https://mail.example.com/uploads/{{ logo }}.png">`,
      (id) =>
        `<img src="https://proxy.example.com/?u=https%3A%2F%2Fmail.example.com%2Fuploads%2F${id.replaceAll('-', '%2D')}.png">`,
      (id) => `<img src="https://mail.example.com/uploads/${id.replaceAll('-', '&#45;')}.png">`,
      (id) => `<!--[if mso]><v:fill src="https://mail.example.com/uploads/${id}.png"/><![endif]-->`,
    ]
    for (const body of bodyOf) {
      const id = await upload()
      const { body: template } = await client.post('/templates', { ...TEMPLATE, body: body(id) })
      const refused = await client.delete(`/uploads/${id}`)
      expect(refused.status, body(id)).to.equal(409)
      const templates = [{ id: template.id, name: 'Welcome' }]
      expect(refused.body.error.details).to.deep.equal({ templates })
      expect(await usageOf(id)).to.deep.equal({ ...none, templates })
      expect((await client.patch(`/templates/${template.id}`, { body: '<p>Hi</p>' })).status).to.equal(200)
      expect(await usageOf(id)).to.deep.equal(none)
      expect((await client.delete(`/uploads/${id}`)).status).to.equal(204)
      expect((await client.get(`/uploads/${id}/usage`)).status).to.equal(404)
    }
  })

  it('is not deleted while a translation, a copy, an unfinished campaign or a step shows it', async () => {
    const id = await upload()
    const body = `<img src="https://mail.example.com/uploads/${id}.png">`
    const { body: template } = await client.post('/templates', { ...TEMPLATE, body: '<p>Hi</p>' })
    const translations = { de: { subject: 'Hallo', body } }
    await client.patch(`/templates/${template.id}`, { translations })
    const { body: copy } = await client.post(`/templates/${template.id}/duplicate`)
    const { body: made } = await client.post('/campaigns', { ...CAMPAIGN, body: '<p>Hi</p>' })
    const campaignId = made.data.id
    await client.put(`/campaigns/${campaignId}`, { body })
    const { body: second } = await client.post(`/campaigns/${campaignId}/duplicate`)
    const { body: workflow } = await client.post('/workflows', { name: 'Tell', eventName: 'paid' })
    const config = { url: 'https://shop.example/', body: { html: body } }
    const shop = { type: 'WEBHOOK', name: 'Shop', config }
    const added = await client.post(`/workflows/${workflow.id}/steps`, { ...shop, autoConnect: true })
    const stepId = added.body.id

    const used = await usageOf(id)
    const idsOf = (named: { id: string }[]) => named.map((one) => one.id)
    expect(idsOf(used.templates)).to.have.members([template.id, copy.id])
    expect(idsOf(used.campaigns)).to.have.members([campaignId, second.data.id])
    expect(used.workflows).to.deep.equal([{ id: workflow.id, name: 'Tell' }])
    expect(used.workflowSteps).to.deep.equal([
      { id: stepId, name: 'Shop', workflowId: workflow.id, workflowName: 'Tell' },
    ])
    const { status, body: refused } = await client.delete(`/uploads/${id}`)
    expect(status).to.equal(409)
    expect(Object.keys(refused.error.details)).to.have.members(['templates', 'campaigns', 'workflows'])

    for (const one of [template.id, copy.id]) await client.delete(`/templates/${one}`)
    // Mail that has left does not count.
    await Campaign.updateOne({ _id: campaignId }, { $set: { status: 'SENT' } })
    await Campaign.updateOne({ _id: second.data.id }, { $set: { status: 'CANCELLED' } })
    expect((await client.delete(`/uploads/${id}`)).body.error.details).to.have.all.keys(['workflows'])
    // An execution runs the version with the step, which the workflow itself has no longer.
    const contact = await createContact({ projectId: project.id })
    const wait = { type: 'DELAY', name: 'Wait', config: { amount: 1, unit: 'days' } }
    await client.post(`/workflows/${workflow.id}/steps`, { ...wait, autoConnect: true })
    await client.patch(`/workflows/${workflow.id}`, { enabled: true })
    const started = await client.post(`/workflows/${workflow.id}/executions`, { contactId: contact._id })
    expect(started.status).to.equal(201)
    expect((await client.delete(`/workflows/${workflow.id}/steps/${stepId}`)).status).to.equal(204)
    expect((await usageOf(id)).workflows).to.deep.equal([{ id: workflow.id, name: 'Tell' }])
    await client.delete(`/workflows/${workflow.id}/executions/${started.body.id}`)
    expect((await client.delete(`/uploads/${id}`)).status).to.equal(204)
  })

  it('belongs to one project: neither its usage nor its deletion asks another', async () => {
    const id = await upload()
    const foreign = await createProject()
    const body = `<img src="https://mail.example.com/uploads/${id}.png">`
    const other = gateway.as(foreign.secretKey)
    expect((await other.post('/templates', { ...TEMPLATE, body })).status).to.equal(201)
    expect((await other.get(`/uploads/${id}/usage`)).status).to.equal(404)
    expect(await usageOf(id)).to.deep.equal(none)
    expect((await client.delete(`/uploads/${id}`)).status).to.equal(204)
  })

  it('is either deleted or shown where both happen at one moment', async () => {
    const record = await Project.findById(project.id).orFail().lean()
    const settings = { allowTestDomains: true, gatewayUrl: 'https://mail.example.com', project: record }
    for (let round = 0; round < 8; round += 1) {
      const id = await upload()
      const { _id: templateId } = await createTemplate({ projectId: project.id })
      const body = `<img src="https://mail.example.com/uploads/${id}.png">`
      const [saved, deleted] = await Promise.allSettled([
        updateTemplate({ projectId: project.id, templateId }, { body }, settings),
        deleteImage(project.id, id, gridFsStore),
      ])
      expect(saved.status).to.equal('fulfilled')
      const isThere = (await Upload.countDocuments({ _id: id, fileId: { $ne: null } })) === 1
      expect(isThere).to.equal(deleted.status === 'rejected')
      const { uploadIds } = await Template.findById(templateId).orFail().lean()
      // A deletion that was first has left no record to refer to, or one without bytes.
      if (isThere) expect(uploadIds).to.deep.equal([id])
    }
  })

  it('costs a draft that is saved again and again no query, once it shows the image', async () => {
    const id = await upload()
    const body = `<img src="https://mail.example.com/uploads/${id}.png">`
    const { _id } = await createCampaign({ projectId: project.id, ...CAMPAIGN, type: 'MARKETING', audienceType: 'ALL' })
    const first = await commandsOf(() => client.put(`/campaigns/${_id}`, { body }))
    expect(first.filter((command) => command.endsWith('uploads'))).to.deep.equal(['find uploads', 'update uploads'])
    const again = await commandsOf(() => client.put(`/campaigns/${_id}`, { body: `${body}<p>More</p>` }))
    expect(again.filter((command) => command.endsWith('uploads'))).to.deep.equal([])
  })
})
