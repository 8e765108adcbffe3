import { expect } from 'chai'
import { createProject, createSegment } from '../../support/factories.js'
import { useProject } from '../../support/project.js'

const EVERY_MONDAY = { cron: '0 9 * * mon', timezone: 'Europe/Berlin' }

describe('a workflow that starts by the clock', () => {
  const { gateway, project, client: api } = useProject()
  let id: string

  beforeEach(async () => {
    id = (await api.post('/workflows', { name: 'Weekly' })).body.id
  })

  const patch = (body: object) => api.patch(`/workflows/${id}`, body)

  it('shows its schedule, and updates it in Temporal when it is enabled, changed and disabled', async () => {
    const { _id: segmentId } = await createSegment({ projectId: project.id })
    const triggerConfig = { ...EVERY_MONDAY, segmentId }
    const drafted = await patch({ triggerType: 'SCHEDULE', triggerConfig })
    expect(drafted.body).to.deep.include({ triggerType: 'SCHEDULE', triggerConfig })
    expect(gateway.entriesOf('workflow')).to.deep.equal([])

    for (const change of [{ enabled: true }, { triggerConfig: { cron: '0 10 * * *' } }, { enabled: false }]) {
      expect((await patch(change)).status).to.equal(200)
    }
    expect(gateway.entriesOf('workflow')).to.deep.include({ kind: 'workflow', projectId: project.id, id })
  })

  it('is not enabled without a cron expression, nor for a segment of another project', async () => {
    const bare = await patch({ triggerType: 'SCHEDULE', triggerConfig: {}, enabled: true })
    expect(bare).to.deep.include({ status: 422, faults: ['triggerConfig.cron required'] })

    const foreign = await createSegment({ projectId: (await createProject()).id })
    const triggerConfig = { ...EVERY_MONDAY, segmentId: foreign._id }
    const refused = await patch({ triggerType: 'SCHEDULE', triggerConfig, enabled: true })
    expect(refused).to.deep.include({ status: 422, fields: ['triggerConfig.segmentId'] })
  })

  it('refuses an unknown time zone, and what is no cron expression', async () => {
    const crons = ['', 'daily', '@daily', '* * * *', '* * * * * *', '60 * * * *', '0 0 31 2 *', '0 9 * * mon#1']
    for (const [field, value] of [['timezone', 'Europe/Posthorn'], ...crons.map((cron) => ['cron', cron])]) {
      const triggerConfig = { ...EVERY_MONDAY, [String(field)]: value }
      const { status, body } = await patch({ triggerType: 'SCHEDULE', triggerConfig })
      expect(status, value).to.equal(422)
      expect(body.error.errors[0], value).to.include({ field: `triggerConfig.${field}` })
    }
  })
})
