import { expect } from 'chai'
import { Campaign } from '../../../models/campaign.js'
import { Segment } from '../../../models/segment.js'
import { Template } from '../../../models/template.js'
import { Workflow } from '../../../models/workflow.js'
import { createCampaign, createSegment, createTemplate, createWorkflow } from '../../support/factories.js'
import type { ClientResponse } from '../../support/http-client.js'
import { useProject } from '../../support/project.js'
import { IS_PRO } from '../../support/segments.js'

type Json = ClientResponse['body']

/** A resource that two people can edit at the same time. */
interface Editable {
  method: 'PATCH' | 'PUT'
  /** Creates one, and returns its path. */
  create: (projectId: string) => Promise<string>
  /** The body of a change by an editor. */
  named: (name: string, record: Json) => object
  /** The rest of the path of a change. */
  action?: string
  /** The record in the body of an answer. */
  recordIn?: (body: Json) => Json
}

const byName = (name: string) => ({ name })
const asItIs = (body: Json): Json => body
const ofCampaign = (fields: object, named: Editable['named']): Editable => ({
  method: 'PUT',
  create: async (projectId) => `/campaigns/${(await createCampaign({ projectId, ...fields }))._id}`,
  named,
  recordIn: ({ data }) => data,
})
const workflow = async (projectId: string) => `/workflows/${(await createWorkflow({ projectId }))._id}`

const EDITABLE: Record<string, Editable> = {
  template: {
    method: 'PATCH',
    create: async (projectId) => `/templates/${(await createTemplate({ projectId }))._id}`,
    named: byName,
  },
  'draft of a campaign': ofCampaign({}, byName),
  'scheduled campaign': ofCampaign(
    { status: 'SCHEDULED', scheduledFor: new Date(Date.now() + 86_400_000) },
    (name) => ({ name, audienceType: 'ALL' }),
  ),
  segment: {
    method: 'PATCH',
    create: async (projectId) =>
      `/segments/${(await createSegment({ projectId, condition: IS_PRO, trackMembership: true }))._id}`,
    named: byName,
  },
  workflow: { method: 'PATCH', create: workflow, named: byName },
  'definition of a workflow': {
    method: 'PUT',
    create: workflow,
    named: (name, { version, steps, transitions }) => ({ name, baseVersion: version, steps, transitions }),
    action: '/definition',
    recordIn: (body) => body.workflow ?? body,
  },
}

// Usually the first two of a race conflict.
const EDITORS = 3
const RACES = 6

describe('changing a record that another editor changes too', () => {
  const { project, client } = useProject()

  for (const [what, { method, create, named, action = '', recordIn = asItIs }] of Object.entries(EDITABLE)) {
    describe(`a ${what}`, () => {
      async function setUp() {
        const path = await create(project.id)
        const read = async (): Promise<Json> => recordIn((await client.get(path)).body)
        const before = await read()
        const save = (body: object, ifUpdatedAt?: unknown) =>
          client.request(method, path + action, { ...body, ...(ifUpdatedAt === undefined ? {} : { ifUpdatedAt }) })
        return { before, read, save }
      }

      it('shows the second of two editors the record of the first, and accepts their next change', async () => {
        const { before, read, save } = await setUp()
        const first = await save(named('By the first', before), before.updatedAt)
        expect(first.status, JSON.stringify(first.body)).to.equal(200)
        const stored = await read()
        expect(recordIn(first.body)).to.deep.equal(stored)
        expect(stored.updatedAt > before.updatedAt).to.equal(true)

        const second = await save(named('By the second', before), before.updatedAt)
        expect(second).to.deep.include({ status: 409, code: 'CONFLICT' })
        expect(second.details).to.deep.equal({ reason: 'stale', current: stored })
        expect((await save(named(stored.name, stored), before.updatedAt)).status).to.equal(409)
        expect(await read()).to.deep.equal(stored)

        const merged = await save(named('By both', stored), stored.updatedAt)
        expect(recordIn(merged.body)).to.include({ name: 'By both' })
        const unasked = await save(named('By whom it may concern', await read()))
        expect(recordIn(unasked.body)).to.include({ name: 'By whom it may concern' })
      })

      it(`accepts one of ${EDITORS} that save at the same moment`, async () => {
        const { read, save } = await setUp()
        for (let race = 0; race < RACES; race += 1) {
          const before = await read()
          const names = Array.from({ length: EDITORS }, (_, n) => `Editor ${n} of race ${race}`)
          const answers = await Promise.all(names.map((name) => save(named(name, before), before.updatedAt)))
          const [taken, ...others] = answers.filter(({ status }) => status === 200)
          const refused = answers.filter(({ status, code }) => status === 409 && code === 'CONFLICT')
          expect([others.length, refused.length]).to.deep.equal([0, EDITORS - 1])
          const current = await read()
          expect(current).to.deep.equal(recordIn(taken?.body))
          for (const { details } of refused) expect(details).to.deep.equal({ reason: 'stale', current })
        }
      })

      it('is dated after every earlier change, also when the clock has gone back since', async () => {
        const { before, read, save } = await setUp()
        const ahead = new Date(Date.now() + 3_600_000)
        for (const { collection } of [Template, Campaign, Segment, Workflow])
          await collection.updateOne({ _id: before.id, projectId: project.id }, { $set: { updatedAt: ahead } })
        const dates = [ahead.toISOString()]
        for (const name of ['First', 'Second', 'Third']) {
          const record = await read()
          expect((await save(named(name, record), record.updatedAt)).status).to.equal(200)
          dates.push((await read()).updatedAt)
        }
        expect(dates.map((date) => Date.parse(date) - ahead.getTime())).to.deep.equal([0, 1, 2, 3])
      })

      it('accepts the date with another offset, and answers 422 to an invalid one', async () => {
        const { before, read, save } = await setUp()
        for (const [date, code] of [
          ['yesterday', 'invalid_date'],
          ['2026-03-02', 'invalid_date'],
          [null, 'invalid_type'],
          [5, 'invalid_type'],
        ]) {
          const res = await save(named('New', before), date)
          expect(res).to.deep.include({ status: 422, faults: [`ifUpdatedAt ${code}`] })
        }
        expect(await read()).to.deep.equal(before)
        const hourLater = new Date(Date.parse(before.updatedAt) + 3_600_000).toISOString().replace('Z', '+01:00')
        expect((await save(named('New', before), hourLater)).status).to.equal(200)
      })
    })
  }
})
