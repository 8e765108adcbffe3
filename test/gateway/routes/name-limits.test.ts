import { expect } from 'chai'
import { importSlice } from '../../../commands/lifecycle/imports/import-slice.js'
import { createJob } from '../../../commands/base/jobs/advance-job.js'
import { nameLimits, setNameLimits } from '../../../commands/base/records/name-limits.js'
import { setQuotas } from '../../../commands/base/quotas/limits.js'
import { Contact } from '../../../models/contact.js'
import { Event } from '../../../models/event.js'
import { NO_ROWS, type ImportJob } from '../../../models/import-job.js'
import { quotas } from '../../../runtime/config/quotas.js'
import { importText } from '../../support/import-file.js'
import { finishJob } from '../../support/jobs.js'
import { useProject } from '../../support/project.js'

describe('the number of names of a project', () => {
  const { project, client } = useProject()
  const production = { ...nameLimits() }
  before(() => setNameLimits({ eventNames: 3, fields: 3 }))
  after(() => setNameLimits(production))

  const track = (body: object) => client.post('/events/track', { email: 'ada@example.com', event: 'seen', ...body })

  it('refuses a new event name beyond the limit, and accepts known names and those of the service', async () => {
    for (const event of ['seen', 'bought', 'left']) expect((await track({ event })).status).to.equal(201)
    const refused = await track({ event: 'made up', email: 'bob@example.com' })
    expect(refused.status).to.equal(422)
    expect(refused.body.error.errors).to.deep.equal([
      {
        field: 'event',
        code: 'too_many',
        message: 'A project can have at most 3 event names. Delete one you no longer use',
        received: 'made up',
      },
    ])
    expect(await Contact.exists({ projectId: project.id, email: 'bob@example.com' })).to.equal(null)
    expect((await client.post('/events/track', { name: 'of the project' })).fields).to.deep.equal(['event'])
    expect((await track({ event: 'bought', subscribed: false })).status).to.equal(201)
    expect(await Event.countDocuments({ projectId: project.id })).to.equal(5)
  })

  it('has room for another event name once one is deleted, with or without events', async () => {
    for (const event of ['seen', 'bought', 'left']) await track({ event })
    await client.delete('/events/left')
    expect((await track({ event: 'came back' })).status).to.equal(201)
    await Event.deleteMany({ projectId: project.id, name: 'bought' })
    await client.delete('/events/bought')
    expect((await track({ event: 'bought again' })).status).to.equal(201)
    expect((await track({ event: 'left' })).status).to.equal(422)
  })

  it('has no room when the deletion is refused, because contacts keep the name', async () => {
    for (const event of ['seen', 'bought', 'left']) await track({ event })
    await createJob({ projectId: project.id, kind: 'DELETE_EVENTS', input: {} })
    setQuotas({ ...quotas.parse({}), QUOTA_JOBS: 1 })
    const refused = await client.delete('/events/left').finally(() => setQuotas(quotas.parse({})))
    expect(refused).to.deep.include({ status: 422, code: 'QUOTA_EXCEEDED' })
    expect((await track({ event: 'made up' })).status).to.equal(422)
    expect((await track({ event: 'left' })).status).to.equal(201)
  })

  it('refuses a new custom field above the limit, from every source', async () => {
    expect((await track({ data: { a: 1, b: 2 } })).status).to.equal(201)
    expect((await track({ data: { a: 3, c: 4, 'd.e': 5 } })).body.error.errors).to.deep.equal([
      {
        field: 'data.d.e',
        code: 'too_many',
        message: 'A project can have at most 3 custom fields. Delete one you no longer use',
      },
    ])
    expect((await track({ data: { c: 4 } })).status).to.equal(201)
    const more = { data: { a: 6, f: 7 } }
    expect((await client.post('/contacts', { email: 'eve@example.com', ...more })).fields).to.deep.equal(['data.f'])
    expect(await Contact.countDocuments({ projectId: project.id })).to.equal(1)
    await client.delete('/contacts/fields/data.a')
    expect((await track({ data: { f: 7 } })).status).to.equal(201)
  })

  it('rejects rows of an import that need a further name, and imports the others', async () => {
    const file = 'email,a,b,c,d\nada@example.com,1,2,3,\nbob@example.com,1,,,4\neve@example.com,5,,,\n'
    const jobId = await importText(project.id, file)
    const job = await finishJob<ImportJob>({ projectId: project.id, jobId }, importSlice)
    const error = 'A project can have at most 3 custom fields. Delete one you no longer use'
    const errors = [{ row: 3, email: 'bob@example.com', error }]
    expect(job.result).to.deep.equal({ ...NO_ROWS, total: 3, created: 2, failed: 1, errors })
  })
})
