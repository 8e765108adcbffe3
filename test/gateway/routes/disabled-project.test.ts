import { expect } from 'chai'
import { startScheduled } from '../../../commands/automation/executions/start-scheduled.js'
import { disableProject, enableProject } from '../../../commands/lifecycle/projects/switch-project.js'
import { Contact, Event, Execution, Outbox } from '../../support/models.js'
import { dispatchAll } from '../../support/dispatch-all.js'
import { only } from '../../support/conditions.js'
import { createContact, createSegment, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

describe('what happens in a disabled project', () => {
  const { project, client, publicClient } = useProject()

  const started = () => Execution.countDocuments({ projectId: project.id })
  const onEvent = (eventName: string) =>
    createWorkflow({ projectId: project.id, triggerType: 'EVENT', triggerConfig: { eventName }, enabled: true })
  const track = (event: string) => publicClient.post('/v1/track', { email: 'ada@example.com', event })

  it('is stored as events, which start nothing, also once the project is enabled again', async () => {
    await onEvent('ordered')
    await onEvent('contact.subscribed')
    await disableProject(project.id, 'MANUAL')
    expect((await track('ordered')).status).to.equal(200)
    await dispatchAll(project.id)
    expect(await started()).to.equal(0)

    // These are dispatched late.
    const { _id: contactId } = await createContact({ projectId: project.id, subscribed: false })
    expect((await client.post('/events/track', { name: 'ordered', contactId })).status).to.equal(201)
    expect((await client.patch(`/contacts/${contactId}`, { subscribed: true })).status).to.equal(200)
    await enableProject(project.id)
    expect(await Outbox.countDocuments({ projectId: project.id })).to.be.above(0)
    await dispatchAll(project.id)
    expect(await started()).to.equal(0)
    const names = (await Event.find({ projectId: project.id }).lean()).map(({ name }) => name)
    expect(names.filter((name) => name === 'ordered')).to.have.lengthOf(2)
    expect(names).to.include('contact.subscribed')

    await track('ordered')
    await dispatchAll(project.id)
    expect(await started()).to.equal(1)
  })

  it('is a change of segments, whose events start nothing', async () => {
    const condition = only({ field: 'data.plan', operator: 'equals', value: 'pro' })
    const segment = { projectId: project.id, name: 'Pro', slug: 'pro', condition, trackMembership: true }
    await createSegment(segment)
    await onEvent('segment.pro.entry')
    const enter = async (email: string) => {
      expect((await client.post('/contacts', { email, data: { plan: 'pro' } })).status).to.equal(201)
      await dispatchAll(project.id)
    }
    await disableProject(project.id, 'MANUAL')
    await enter('ada@example.com')
    expect(await Event.countDocuments({ projectId: project.id, name: 'segment.pro.entry' })).to.equal(1)
    expect(await started()).to.equal(0)
    await enableProject(project.id)
    await enter('grace@example.com')
    expect(await started()).to.equal(1)
  })

  it('is no run of a schedule', async () => {
    await createContact({ projectId: project.id })
    const config = { triggerType: 'SCHEDULE', triggerConfig: { cron: '0 9 * * *' }, enabled: true } as const
    const { _id: workflowId } = await createWorkflow({ projectId: project.id, ...config })
    const run = (name: string) =>
      startScheduled({ projectId: project.id, workflowId, run: name, beganMs: Date.now(), after: null })
    await disableProject(project.id, 'MANUAL')
    expect(await run('first')).to.deep.equal({ after: null, started: 0 })
    expect(await started()).to.equal(0)
    await enableProject(project.id)
    expect(await run('second')).to.deep.equal({ after: null, started: 1 })
  })

  it('is the cure: opting out, suppressing, deleting and importing', async () => {
    const { _id, email } = await createContact({ projectId: project.id })
    await disableProject(project.id, 'EMAIL_REPUTATION')
    const file = new FormData()
    file.append('file', new Blob(['email\nnew@example.com\n']), 'contacts.csv')
    const answers = [
      await publicClient.post('/v1/track', { email, event: 'left', subscribed: false }),
      await client.post('/suppressions', { email: 'bounced@example.com' }),
      await client.request('POST', '/contacts/import', file),
      await client.delete('/contacts/fields/unknown'),
    ]
    expect(answers.map(({ code }) => code)).to.not.include('PROJECT_DISABLED')
    expect(answers.slice(0, 3).map(({ status }) => Math.floor(status / 100))).to.deep.equal([2, 2, 2])
    expect(await Contact.findById(_id).lean()).to.include({ subscribed: false })
    expect((await client.delete(`/contacts/${_id}`)).status).to.equal(204)
  })
})
