import { expect } from 'chai'
import { recordEmailFacts } from '../../../commands/sending/emails/record-email-facts.js'
import { SenderDomain, Template, Workflow } from '../../support/models.js'
import { createEmail, createProject, createTemplate, createWorkflow } from '../../support/factories.js'
import { MESSAGE_PATCH_FAULTS } from '../../support/message-faults.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'

describe('changing a template', () => {
  const { project, client } = useProject()

  const texts = { name: 'Welcome', description: 'For newcomers', fromName: 'Ada', replyTo: 'help@example.com' }
  const translated = { de: { subject: 'Hallo', body: 'Hallo' } }
  const createdAt = new Date('2026-03-01T10:00:00Z')
  const full = () => createTemplate({ projectId: project.id, ...texts, translations: translated, createdAt })
  const sending = (templateId: string, name = 'Send it') =>
    makeStep('SEND_EMAIL', { name, templateId, config: { templateId } })

  describe('PATCH /templates/:id', () => {
    it('changes what is sent and nothing else', async () => {
      const { _id } = await full()
      const before = (await client.get(`/templates/${_id}`)).body
      const res = await client.patch(`/templates/${_id}`, { subject: 'New', type: 'HEADLESS', unknown: 1 })
      const body = { ...before, subject: 'New', type: 'HEADLESS', updatedAt: res.body.updatedAt }
      expect(res).to.deep.include({ status: 200, body })
      expect(Date.parse(res.body.updatedAt)).to.be.greaterThan(Date.parse(before.updatedAt))
      expect((await client.get(`/templates/${_id}`)).body).to.deep.equal(res.body)
    })

    it('accepts every field, and its own answer, clears optional fields by null, and changes nothing by an empty body', async () => {
      const { _id } = await full()
      const message = {
        subject: 'S {{ a ?? b }}',
        body: '<p>B</p>',
        translations: { fr: { subject: 'Salut', body: 'x' } },
      }
      const sender = { from: 'other@example.com', fromName: 'F', replyTo: 'r@example.com' }
      const all = { name: 'N', description: 'D', type: 'TRANSACTIONAL', ...message, ...sender }
      const res = await client.patch(`/templates/${_id}`, all)
      const fr = { ...message.translations.fr, editor: 'html', design: null, mjml: null }
      expect(res.body).to.deep.include({ ...all, translations: { fr } })
      expect((await client.patch(`/templates/${_id}`, {})).body).to.deep.equal(res.body)
      expect((await client.patch(`/templates/${_id}`, res.body)).status).to.equal(200)
      const empty = { description: null, fromName: null, replyTo: null, translations: null }
      expect((await client.patch(`/templates/${_id}`, empty)).body).to.deep.include({ ...empty, name: 'N' })
    })

    const translations = { de: { subject: 'x', body: '{{' } }
    const INVALID = [...MESSAGE_PATCH_FAULTS, [{ translations }, 'translations.de.body', 'liquid_syntax'] as const]
    it('answers 422 on the invalid field, and changes nothing', async () => {
      const { _id } = await full()
      const before = await Template.findById(_id).lean()
      for (const [body, field, code] of INVALID) {
        const res = await client.patch(`/templates/${_id}`, { fromName: 'Changed', ...body })
        const refused = { status: 422, faults: [`${field} ${code}`] }
        expect(res, JSON.stringify(body).slice(0, 60)).to.deep.include(refused)
      }
      expect(await Template.findById(_id).lean()).to.deep.equal(before)
    })

    it('needs a verified domain only when a sender is sent', async () => {
      const { _id } = await createTemplate({ projectId: project.id, from: 'ada@acme.io' })
      expect((await client.patch(`/templates/${_id}`, { name: 'New' })).status).to.equal(200)
      const res = await client.patch(`/templates/${_id}`, { name: 'Newer', from: 'ada@acme.io' })
      const details = { reason: 'DOMAIN_NOT_VERIFIED', domain: 'acme.io' }
      expect(res).to.deep.include({ status: 403, code: 'FORBIDDEN', details })
      expect((await client.get(`/templates/${_id}`)).body.name).to.equal('New')
      await SenderDomain.create({ projectId: project.id, domain: 'acme.io', verified: true })
      expect((await client.patch(`/templates/${_id}`, { from: 'Bob@acme.io' })).body.from).to.equal('Bob@acme.io')
    })
  })

  describe('POST /templates/:id/duplicate', () => {
    it('returns the copy, which is independent', async () => {
      const { _id } = await full()
      await Template.updateOne({ _id }, { emailsSent: 5 })
      const original = (await client.get(`/templates/${_id}`)).body
      const res = await client.post(`/templates/${_id}/duplicate`)
      expect(res.status).to.equal(201)
      const { id, createdAt, updatedAt } = res.body
      expect(res.body).to.deep.equal({ ...original, id, createdAt, updatedAt, name: 'Welcome (Copy)' })
      expect(id).to.not.equal(_id)
      expect((await client.get(`/templates/${id}/usage`)).body.emailsSent).to.equal(0)
      await client.delete(`/templates/${_id}`)
      expect((await client.get(`/templates/${id}`)).status).to.equal(200)
    })

    it('keeps the name of the copy short enough to be saved again', async () => {
      const { _id } = await createTemplate({ projectId: project.id, name: 'x'.repeat(255) })
      const { body } = await client.post(`/templates/${_id}/duplicate`)
      expect(body.name).to.equal(`${'x'.repeat(248)} (Copy)`)
      expect((await client.patch(`/templates/${body.id}`, { name: body.name })).status).to.equal(200)
    })
  })

  describe('DELETE /templates/:id', () => {
    it('answers 409 with the workflows that send it, until they do not send it', async () => {
      const { _id } = await full()
      const steps = [sending(_id), sending(_id, 'Once more')]
      const workflow = await createWorkflow({ projectId: project.id, name: 'Onboarding', enabled: false, steps })
      const remove = () => client.delete(`/templates/${_id}`)
      const details = { workflows: [{ id: workflow._id, name: 'Onboarding' }] }
      expect(await remove()).to.deep.include({ status: 409, code: 'CONFLICT', details })
      await Workflow.updateOne({ _id: workflow._id }, { steps: [] })
      expect((await remove()).status).to.equal(204)
      expect((await client.get(`/templates/${_id}`)).status).to.equal(404)
      expect((await remove()).status).to.equal(404)
    })

    it('never leaves a step without its template when both come at the same moment', async () => {
      for (let round = 0; round < 5; round += 1) {
        const { _id: templateId } = await full()
        const workflow = await createWorkflow({ projectId: project.id })
        const [added, deleted] = await Promise.all([
          client.post(`/workflows/${workflow._id}/steps`, { type: 'SEND_EMAIL', name: 'S', config: { templateId } }),
          client.delete(`/templates/${templateId}`),
        ])
        const outcome = `${added.status} ${deleted.status}`
        expect(outcome, JSON.stringify([added.body, deleted.body])).to.be.oneOf(['201 409', '404 204'])
        expect(await Template.countDocuments({ _id: templateId })).to.equal(added.status === 201 ? 1 : 0)
        expect((await client.get(`/workflows/${workflow._id}`)).body.steps).to.have.length(added.status === 201 ? 2 : 1)
      }
    })
  })

  describe('GET /templates/:id/usage', () => {
    it('lists the steps that send it, with their workflows', async () => {
      const { _id } = await full()
      const other = await createTemplate({ projectId: project.id })
      const step = sending(_id, 'Say hello')
      const steps = [sending(other._id), step]
      const workflow = await createWorkflow({ projectId: project.id, name: 'Onboarding', steps })
      await createWorkflow({ projectId: (await createProject()).id, steps: [sending(_id)] })
      expect((await client.get(`/templates/${_id}/usage`)).body).to.deep.equal({
        campaigns: [],
        workflowSteps: [{ id: step.id, name: 'Say hello', workflowId: workflow._id, workflowName: 'Onboarding' }],
        emailsSent: 0,
      })
    })

    it('counts each message once it is known to be sent', async () => {
      const [mine, other] = [await full(), await createTemplate({ projectId: project.id })]
      const email = (templateId: string) => createEmail({ projectId: project.id, templateId, status: 'SENDING' })
      const [first, second, failing] = [await email(mine._id), await email(mine._id), await email(mine._id)]
      const about = ({ _id }: { _id: string }) => ({ projectId: project.id, emailId: _id, at: new Date(), key: '1' })
      await recordEmailFacts([
        { ...about(first), kind: 'sent', messageId: 'a' },
        { ...about(first), kind: 'delivered', messageId: 'a' },
        { ...about(second), kind: 'delivered', messageId: 'b' },
        { ...about(failing), kind: 'failed', reason: 'refused' },
        { ...about(await email(other._id)), kind: 'sent', messageId: 'c' },
      ])
      await recordEmailFacts([{ ...about(second), kind: 'sent', messageId: 'b' }])
      expect((await client.get(`/templates/${mine._id}/usage`)).body.emailsSent).to.equal(2)
      expect((await client.get(`/templates/${other._id}/usage`)).body.emailsSent).to.equal(1)
      const { updatedAt } = (await client.get(`/templates/${mine._id}`)).body
      expect(updatedAt).to.equal(mine.updatedAt.toISOString())
    })
  })
})
