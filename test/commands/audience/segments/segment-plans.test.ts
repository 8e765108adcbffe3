import { expect } from 'chai'
import type { Query } from 'mongoose'
import { findMovers } from '../../../../commands/audience/segments/compute-members.js'
import { compileForProject } from '../../../../commands/audience/conditions/compile-for-project.js'
import { storedMembers } from '../../../../commands/audience/segments/stored-members.js'
import { BY_ID } from '../../../../commands/audience/segments/move-members.js'
import { misplaced } from '../../../../commands/audience/segments/reconcile-members.js'
import { registerFields } from '../../../../commands/base/records/known-fields.js'
import { Contact } from '../../../../models/contact.js'
import type { SegmentRecord } from '../../../../models/segment.js'
import { storeContacts } from '../../../support/conditions.js'
import { useDatabase } from '../../../support/database.js'
import { createProject, createSegment } from '../../../support/factories.js'
import { IS_PRO } from '../../../support/segments.js'

const MEMBERS = 60

interface Plan {
  stages: string[]
  indexes: string[]
  docsExamined: number
  returned: number
}

/** The plan of MongoDB for a query. */
async function planOf(query: Query<unknown, unknown>): Promise<Plan> {
  const explained = (await query.explain('executionStats')) as {
    queryPlanner: { winningPlan: Stage }
    executionStats: { totalDocsExamined: number; nReturned: number }
  }
  const stages = stagesOf(explained.queryPlanner.winningPlan)
  return {
    stages: stages.map(({ stage }) => stage),
    indexes: stages.flatMap(({ indexName }) => indexName ?? []),
    docsExamined: explained.executionStats.totalDocsExamined,
    returned: explained.executionStats.nReturned,
  }
}

interface Stage {
  stage: string
  indexName?: string
  queryPlan?: Stage
  inputStage?: Stage
  inputStages?: Stage[]
}

function stagesOf({ queryPlan, inputStage, inputStages = [], ...stage }: Stage): Stage[] {
  const inner = [queryPlan, inputStage, ...inputStages].flatMap((next) => (next ? stagesOf(next) : []))
  return stage.stage ? [stage, ...inner] : inner
}

describe('the queries about members', () => {
  useDatabase()

  let segment: SegmentRecord
  let ids: string[]

  before(async () => {
    const { id: projectId } = await createProject()
    await registerFields(projectId, { plan: 'pro' })
    segment = await createSegment({ projectId, condition: IS_PRO, trackMembership: true })
    const contacts = (project: string) =>
      storeContacts(
        project,
        Array.from({ length: 1_500 }, (_, n) => ({
          data: { plan: n % 5 === 0 ? 'pro' : 'free' },
          segments: n < MEMBERS ? [segment._id, 'another'] : ['another'],
        })),
      )
    await contacts((await createProject()).id)
    ids = await contacts(projectId)
  })

  it('list the stored members from their index, in its order, and read no other contact', async () => {
    const { stages, indexes, docsExamined, returned } = await planOf(
      Contact.find(storedMembers(segment)).sort({ _id: -1 }).limit(20),
    )
    expect(indexes).to.deep.equal(['segment_members'])
    expect(stages).not.to.include('COLLSCAN')
    expect(stages).not.to.include('SORT')
    expect([docsExamined, returned]).to.deep.equal([20, 20])
  })

  it('count the stored members from their index', async () => {
    const { indexes, docsExamined } = await planOf(Contact.find(storedMembers(segment), { _id: 1 }))
    expect(indexes).to.deep.equal(['segment_members'])
    expect(docsExamined).to.be.at.most(MEMBERS)
  })

  it('read the contacts they are given and no others', async () => {
    const { projectId } = segment
    const condition = await compileForProject(projectId, IS_PRO, { now: new Date() })
    const among = { _id: { $in: ids.slice(100, 110) }, projectId }
    const { stages, docsExamined, returned } = await planOf(
      Contact.find({ $and: [among, misplaced(segment, condition)] }, { _id: 1 }).hint(BY_ID),
    )
    expect(stages).not.to.include('COLLSCAN')
    expect(docsExamined).to.equal(10)
    expect(returned).to.equal(2)
  })

  it('find the contacts that have to move in one batch of a project', async () => {
    const { contactIds, until } = await findMovers(segment, null)
    expect(contactIds).to.have.length((1_500 - MEMBERS) / 5 + MEMBERS - MEMBERS / 5)
    expect(until).to.equal(null)
  })
})
