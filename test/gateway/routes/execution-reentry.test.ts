import { expect } from 'chai'
import { mapConcurrent } from '../../../runtime/concurrency/map-concurrent.js'
import { Execution } from '../../../models/execution.js'
import { createContact, createWorkflow } from '../../support/factories.js'
import { useProject } from '../../support/project.js'
import { makeStep } from '../../support/graphs.js'
import { dispatchEvents, waitingOf } from '../../support/outbox.js'

const AT_ONCE = 30

describe(`${AT_ONCE} triggers of one contact at once`, () => {
  const { gateway, project, client, publicClient } = useProject()

  for (const allowReentry of [false, true]) {
    async function setUp() {
      const steps = [makeStep('DELAY', { config: { amount: 1, unit: 'days' } })]
      const workflow = await createWorkflow({ projectId: project.id, steps, allowReentry })
      return { workflow, path: `/workflows/${workflow._id}/executions` }
    }

    it(`make one execution over the API, with allowReentry ${allowReentry}`, async () => {
      const { path } = await setUp()
      const { _id: contactId } = await createContact({ projectId: project.id })
      const start = () => client.post(path, { contactId })

      const statuses = (await Promise.all(Array.from({ length: AT_ONCE }, start))).map(({ status }) => status)

      expect(statuses.filter((status) => status === 201)).to.have.length(1)
      expect(statuses.filter((status) => status === 409)).to.have.length(AT_ONCE - 1)
      expect((await client.get(path)).body.total).to.equal(1)
      expect(gateway.entriesOf('execution')).to.have.length(1)
    })

    it(`make one execution over /v1/track, with allowReentry ${allowReentry}`, async () => {
      const { path } = await setUp()
      const statuses = new Set<number>()
      const track = async () => {
        statuses.add((await publicClient.post('/v1/track', { email: 'ada@example.com', event: 'started' })).status)
      }
      await mapConcurrent(Array.from({ length: AT_ONCE }), 10, track)
      const events = gateway.entriesOf('event').map(({ id }) => id)
      const entries = await Promise.all(events.map((id) => dispatchEvents([id])))

      expect([...statuses]).to.deep.equal([200])
      expect(events).to.have.length(AT_ONCE)
      expect(entries.flat()).to.have.length(1)
      expect((await client.get(path)).body.total).to.equal(1)
      expect(await waitingOf('event', project.id)).to.deep.equal([])
      expect(await Execution.countDocuments({ projectId: project.id, activeKey: { $exists: true } })).to.equal(1)
    })
  }
})
