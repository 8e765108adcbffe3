import { Client, Connection } from '@temporalio/client'
import { expect } from 'chai'
import mongoose from 'mongoose'
import { Contact, Email, Event, Job, Member } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { createUser } from '../support/factories.js'
import { createClient } from '../support/http-client.js'
import { eventually, eventuallyEquals, useStack } from '../support/stack.js'
import { makeTemplate, makeWorkflow } from '../support/workflows.js'

// `CONTACTS=100000` makes the project as large as a grown one.
const CONTACTS = Number(process.env['CONTACTS'] ?? 3_000)
const BATCH = 5_000
const PASSWORD = 'correct horse battery staple'

describe('the deletion of a busy project, while the worker is killed twice', () => {
  const posthorn = useStack()
  let temporal: { client: Client; connection: Connection }

  before(async () => {
    const connection = await Connection.connect({ address: posthorn.stack.info.temporal })
    temporal = { connection, client: new Client({ connection }) }
  })
  after(() => temporal.connection.close())

  /** Stores contacts with an email and an event each, as they are after some use. */
  async function fill(projectId: string): Promise<void> {
    const at = new Date()
    for (let from = 0; from < CONTACTS; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, CONTACTS - from) }, (_, n) => {
        const [contactId, emailId, to] = [newId(), newId(), `filled-${from + n}@example.com`]
        return { contactId, emailId, to }
      })
      const [dates, own] = [
        { createdAt: at, updatedAt: at },
        { projectId, data: {} },
      ]
      const mail = { from: 'hello@example.com', subject: 'Hello', attachments: [], status: 'DELIVERED', ...dates }
      const contacts = rows.map(({ contactId: _id, to }) => ({ _id, email: to, subscribed: true, ...own, ...dates }))
      const emails = rows.map(({ emailId: _id, contactId, to }) => ({ _id, projectId, contactId, to, ...mail }))
      const events = rows.map(({ contactId, emailId }) => {
        return { _id: newId(), contactId, emailId, name: 'email.delivered', depth: 0, createdAt: at, ...own }
      })
      await Contact.collection.insertMany(contacts as never[])
      await Email.collection.insertMany(emails as never[])
      await Event.collection.insertMany(events as never[])
    }
  }

  /** The number of rows of the project in each collection. */
  async function rowsOf(projectId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const collection of await mongoose.connection.db!.collections()) {
      const count = await collection.countDocuments({ $or: [{ projectId }, { _id: projectId as never }] })
      if (count > 0) counts[collection.collectionName] = count
    }
    return counts
  }

  it('ends its Temporal workflow executions, leaves no data, and does not touch another project', async () => {
    const { project, api } = posthorn
    const { id: projectId } = project
    const owner = await createUser({ email: `owner-${projectId}@example.com`, password: PASSWORD })
    await Member.create({ projectId, userId: owner._id, role: 'OWNER' })
    const steps = [{ name: 'Sleep', type: 'DELAY', config: { amount: 3, unit: 'days' } }]
    const workflowId = await makeWorkflow(api, { name: 'Sleeper', eventName: 'came', steps })
    await makeTemplate(api, 'Hello')
    for (const who of ['ada', 'ben', 'cid']) await posthorn.track(`${who}-${projectId}@example.com`, 'came')
    const executions = () =>
      api.get(`/workflows/${workflowId}/executions`).then(({ body }) => body.data as { id: string; status: string }[])
    const asleep = await eventually(
      executions,
      (found) => found.filter(({ status }) => status === 'WAITING').length === 3,
    )
    await fill(projectId)
    const other = posthorn.stack.info.project.id
    const before = await rowsOf(other)

    const { gateway } = posthorn.stack.info
    const login = await fetch(`${gateway}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: PASSWORD }),
    })
    const [cookie = ''] = (login.headers.get('set-cookie') ?? '').split(';')
    const answer = await fetch(`${gateway}/users/@me/projects/${projectId}`, {
      method: 'DELETE',
      headers: { cookie, origin: gateway },
    })
    expect(answer.status).to.equal(202)
    const { jobId } = (await answer.json()) as { jobId: string }
    expect((await createClient(gateway, project.secretKey).get('/contacts')).status).to.equal(401)
    const isUnderWay = async (atLeast: number): Promise<boolean> => {
      const job = await Job.findById(jobId).lean<{ result: { deleted: number } }>()
      return job === null || job.result.deleted >= atLeast
    }
    for (const share of [0.1, 0.5]) {
      await eventually(() => isUnderWay(CONTACTS * 3 * share), Boolean)
      await posthorn.kill('worker')
    }
    await posthorn.untilReady('worker')

    await eventually(
      () => rowsOf(projectId),
      // The remaining record makes its links redirect no more.
      (left) => Object.keys(left).join() === 'deleted_projects',
    )
    for (const { id } of asleep) {
      const { status } = await temporal.client.workflow.getHandle(`execution:${id}`).describe()
      expect(status.name).not.to.equal('RUNNING')
    }
    const job = temporal.client.workflow.getHandle(`delete-project:${jobId}`)
    await eventuallyEquals(async () => (await job.describe()).status.name, 'COMPLETED')
    expect(await rowsOf(other)).to.deep.equal(before)
  })
})
