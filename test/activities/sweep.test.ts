import { expect } from 'chai'
import { createJobActivities } from '../../activities/jobs.js'
import type { TurnsTaken } from '../../activities/sweep.js'
import type { SegmentSkipped } from '../../commands/segments/sweep-project.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { Segment } from '../../models/segment.js'
import { asActivity } from '../support/activity-context.js'
import { gridFsStore } from '../../commands/uploads/grid-fs-store.js'
import { platformSettings } from '../../commands/platform/platform.js'
import { createDomainSetup } from '../../commands/domains/setup.js'
import { testConfig } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { createProject, createSegment } from '../support/factories.js'
import { createContactsOn, IS_PRO } from '../support/segments.js'

const MINUTE_MS = 60_000
// No version has stored such a condition.
const BROKEN = { logic: 'AND' } as ConditionTree

describe('a sweep of segments, in its activities', () => {
  useDatabase({ isEmptied: 'before each' })

  const skipped: SegmentSkipped[] = []
  const { sweepSegmentsInTurns } = createJobActivities({
    isStopping: () => false,
    onSegmentSkipped: (each) => skipped.push(each),
    retention: { waits: 0, events: 0, emails: 0, executions: 0 },
    onPurgeFailure: () => undefined,
    domains: createDomainSetup(testConfig(), null),
    platform: platformSettings(testConfig()),
    uploads: gridFsStore,
    billing: null,
    onUsageUnreported: () => undefined,
    onDomainUnchecked: () => undefined,
  })
  beforeEach(() => void skipped.splice(0))
  const sweep = (beganMs: number): Promise<TurnsTaken> =>
    asActivity(() => sweepSegmentsInTurns({ beganMs, round: 1, after: null }))

  it('gives a segment that fails three rounds, and tells of it in its result and to the log, by ids', async () => {
    const { id: projectId } = await createProject()
    const { _id: segmentId } = await createSegment({ projectId, condition: BROKEN })
    const live = await createSegment({ projectId, condition: IS_PRO })
    await createContactsOn(projectId, ['pro'])
    const taken = await sweep(Date.now())
    const named = { projectId, segmentId, reason: 'TypeError' }
    expect(taken).to.deep.include({ isDone: true, done: 1, open: 0, skipped: [named] })
    expect(skipped.map(({ error: _error, ...each }) => each)).to.deep.equal([named])
    expect(await Segment.findById(live._id).lean()).to.include({ memberCount: 1 })
  })

  it('gives each segment a turn however late it is, and leaves further rounds to the next sweep', async () => {
    const { id: projectId } = await createProject()
    await createSegment({ projectId, condition: BROKEN })
    await createSegment({ projectId, condition: IS_PRO })
    expect(await sweep(Date.now() - 5 * MINUTE_MS)).to.deep.include({ isDone: true, done: 1, open: 1, skipped: [] })
  })
})
