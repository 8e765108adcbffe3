import { setTimeout as delay } from 'node:timers/promises'
import { Client, Connection, ScheduleClient, ScheduleOverlapPolicy } from '@temporalio/client'
import { expect } from 'chai'
import { dkimRecordsOf, ensureDkimKey, findDkimKeys } from '../../commands/sending/domains/dkim-keys.js'
import { createDomainSetup } from '../../commands/sending/domains/setup.js'
import { keepSchedules, SCHEDULES } from '../../outbox/schedules.js'
import { createTemporal, type Schedule, type Temporal } from '../../outbox/temporal.js'
import { createJobActivities, type JobDeps } from '../../activities/jobs.js'
import type { ItemIds } from '../../activities/rounds.js'
import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import { Email, Segment, SenderDomain } from '../support/models.js'
import { PurgeProgress } from '../../models/purge-progress.js'
import { createLogger } from '../../runtime/logger.js'
import type { RoundsDone } from '../../workflows/rounds.js'
import { runWorkers } from '../../workers/run-workers.js'
import { compiledWorkflows } from '../support/compiled-program.js'
import { testConfig } from '../support/config.js'
import { useDatabase } from '../support/database.js'
import { startDnsServer } from '../support/dns-server.js'
import { eventually } from '../support/eventually.js'
import { createDomain, createEmail, createProject, createSegment } from '../support/factories.js'
import { fetchHistory, keepHistory } from '../support/record-histories.js'
import { jobDeps } from '../support/rounds.js'
import { createContactsOn, IS_PRO } from '../support/segments.js'
import { temporalServer } from '../support/servers.js'

describe('the schedules', () => {
  useDatabase({ isEmptied: 'before each' })

  let temporal: Temporal
  let connection: Connection
  let schedules: ScheduleClient

  before(async () => {
    const { info } = await temporalServer()
    temporal = createTemporal({ address: info.temporal, namespace: 'default' })
    connection = await Connection.connect({ address: info.temporal })
    schedules = new ScheduleClient({ connection })
  })

  after(async () => {
    // Their own runs would wait for the workers of other tests.
    await Promise.all(SCHEDULES.map(({ id }) => schedules.getHandle(id).delete()))
    await temporal.close()
    await connection.close()
  })

  it('are stored once by however many processes, as they are written down', async () => {
    const failures: string[] = []
    const kept = Array.from({ length: 3 }, () => keepSchedules(temporal, ['jobs'], (id) => failures.push(id), 50))
    await Promise.all(kept.map(({ stored }) => stored))

    expect(SCHEDULES.map(({ id }) => id)).to.deep.equal([
      'sweep-segments',
      'purge-expired',
      'recheck-domains',
      'report-usage',
    ])
    const { spec, action, policies } = await schedules.getHandle('sweep-segments').describe()
    expect(spec.intervals?.map(({ every }) => every)).to.deep.equal([300_000])
    expect(action).to.include({ workflowType: 'sweepSegments', taskQueue: 'jobs', workflowId: 'sweep-segments' })
    expect(policies).to.include({ overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: 60_000 })
  })

  it('follow what is written down when that changes, and stay paused when an operator paused them', async () => {
    const [schedule] = SCHEDULES as [Schedule]
    await temporal.ensureSchedule(schedule)
    const handle = schedules.getHandle(schedule.id)
    await handle.pause('maintenance')
    await eventually(
      () => handle.describe(),
      ({ state: { note } }) => note === 'maintenance',
    )
    await temporal.ensureSchedule({ ...schedule, spec: { everyMinutes: 7 } })

    const { state } = await eventually(
      () => handle.describe(),
      ({ spec }) => spec.intervals?.[0]?.every === 420_000,
    )
    expect(state).to.include({ paused: true, note: 'maintenance' })
    await temporal.ensureSchedule(schedule)
    await handle.unpause()
  })

  it('stay paused when an operator pauses them while processes start', async () => {
    const [schedule] = SCHEDULES as [Schedule]
    const handle = schedules.getHandle(schedule.id)
    await temporal.ensureSchedule(schedule)
    for (let round = 1; round <= 10; round += 1) {
      const note = `maintenance ${round}`
      // The pauses come at any moment between an attempt to create the schedule and the end of an update of it.
      const kept = Promise.all(Array.from({ length: 3 }, () => temporal.ensureSchedule(schedule)))
      await delay(round * 2)
      await Promise.all([kept, handle.pause(note)])
      await eventually(
        () => handle.describe(),
        ({ state }) => state.paused && state.note === note,
      )
      await handle.unpause(`${note} is over`)
      await eventually(
        () => handle.describe(),
        ({ state }) => !state.paused,
      )
    }
  })

  it('start sweeps that a worker carries out, and that name what they left out', async () => {
    const { id: projectId } = await createProject()
    const segment = await createSegment({ projectId, condition: IS_PRO, trackMembership: true, computedAt: null })
    await createContactsOn(projectId, ['pro'])
    // A condition that no version has stored.
    const { _id: faultyId } = await createSegment({ projectId, condition: { logic: 'AND' } as ConditionTree })
    const failed: ItemIds[] = []
    await withWorkers({ onItemFailure: (_schedule, ids) => failed.push(ids) }, async () => {
      await keepSchedules(temporal, ['jobs'], () => undefined).stored
      await schedules.getHandle('sweep-segments').trigger()
      await eventually(
        () => Segment.findById(segment._id).orFail().lean(),
        ({ computedAt, memberCount }) => computedAt !== null && memberCount === 1,
      )
      const ids = { projectId, segmentId: faultyId }
      const results = await eventually(
        () => resultsOf<RoundsDone>('sweep-segments'),
        (found) => found.some(({ failed: items }) => items.some((item) => item['segmentId'] === faultyId)),
      )
      expect(results.flatMap((result) => result.failed)).to.deep.include({ ...ids, reason: 'TypeError' })
      expect(failed).to.deep.include(ids)
    })
  })

  it('start a daily purge that tells what it deleted, and names what it could not purge', async () => {
    const { id: projectId } = await createProject()
    await createEmail({ projectId, status: 'SENT' })
    await Email.collection.updateMany({ projectId }, { $set: { createdAt: new Date(Date.now() - 2 * 86_400_000) } })
    const { id: faultyId } = await createProject()
    // A place that no version of the purge has stored.
    await PurgeProgress.collection.insertOne({ _id: faultyId, kind: 'emails', after: { at: 'x' } } as never)
    const failed: ItemIds[] = []
    const retention = { waits: 7, events: 0, emails: 1, executions: 0 }
    await withWorkers({ retention, onItemFailure: (_schedule, ids) => failed.push(ids) }, async () => {
      await keepSchedules(temporal, ['jobs'], () => undefined).stored
      await schedules.getHandle('purge-expired').trigger()
      // At 03:17 the schedule begins a run of its own too, and the two share the work.
      const results = await eventually(
        () => resultsOf<RoundsDone>('purge-expired'),
        (all) => all.some(({ done }) => done['emails']) && all.some((result) => result.failed.length > 0),
      )
      const names = results.flatMap((result) => result.failed)
      expect(names).to.deep.include({ projectId: faultyId, reason: 'CastError' })
      expect(results.find(({ done }) => done['emails'])?.done).to.deep.include({ waits: 0, emails: 1 })
      expect(failed).to.deep.include({ projectId: faultyId })
    })
  })

  it('start rounds that check the sender domains of all projects, and tell how many are verified', async () => {
    const dns = await startDnsServer()
    const config = testConfig({ DNS_SERVERS: [dns.address] })
    const owner = { projectId: (await createProject()).id, domain: 'news.example.org' }
    await ensureDkimKey(owner, config.ENCRYPTION_KEY)
    const { _id: domainId } = await createDomain({ ...owner, ownershipToken: 'mine' })
    dns.setText(`_posthorn.${owner.domain}`, 'posthorn-verify=mine')
    await createDomain({ projectId: owner.projectId, domain: 'pending.example.org' })
    for (const { selector, value } of dkimRecordsOf(await findDkimKeys(owner))) {
      dns.setText(`${selector}._domainkey.${owner.domain}`, value)
    }
    await withWorkers({ domains: createDomainSetup(config, null) }, async () => {
      await keepSchedules(temporal, ['jobs'], () => undefined).stored
      await schedules.getHandle('recheck-domains').trigger()
      const results = await eventually(
        () => resultsOf<RoundsDone>('recheck-domains'),
        // A round of the schedule's own may have begun before there were domains.
        (all) => all.some(({ done }) => done['checked']),
      )
      expect(results.find(({ done }) => done['checked'])).to.deep.equal({
        done: { checked: 2, verified: 1 },
        failed: [],
      })
      expect(await SenderDomain.findById(domainId).lean()).to.include({ verified: true, status: 'VERIFIED' })
    }).finally(() => dns.close())
  })

  /** Does some work while workers carry out the jobs. */
  async function withWorkers(some: Partial<JobDeps>, work: () => Promise<void>): Promise<void> {
    const workers = await runWorkers({
      server: { address: (await temporalServer()).info.temporal, namespace: 'default' },
      bundle: (await compiledWorkflows()).codePath,
      queues: { jobs: { activities: createJobActivities(jobDeps(some)) } },
      shutdownGraceMs: 0,
      log: createLogger('worker', { level: 'fatal', pretty: false }),
    })
    try {
      await work()
    } finally {
      workers.stop()
      await workers.finished
    }
  }

  /**
   * The results of the latest runs of a schedule that have ended: besides the one of the test, its own may have begun.
   */
  async function resultsOf<Result>(scheduleId: string): Promise<Result[]> {
    const { info } = await schedules.getHandle(scheduleId).describe()
    const results: Result[] = []
    for (const { action } of info.recentActions) {
      const { workflowId } = action.workflow
      const handle = new Client({ connection }).workflow.getHandle<() => Promise<Result>>(workflowId)
      if ((await handle.describe()).status.name !== 'COMPLETED') continue
      await keepHistory(scheduleId, await fetchHistory({ stack: await temporalServer() }, workflowId))
      results.push(await handle.result())
    }
    return results
  }

  it('are tried again until Temporal is there', async () => {
    let attempts = 0
    const away = {
      async ensureSchedule() {
        attempts += 1
        if (attempts < 3) throw new Error('away')
      },
    }
    const failures: string[] = []
    await keepSchedules(away, ['jobs'], (id) => failures.push(id), 1).stored
    expect(failures).to.deep.equal(['sweep-segments', 'purge-expired'])
    expect(attempts).to.equal(SCHEDULES.length + 2)
  })

  it('hold up neither a worker of other queues nor one that stops while Temporal is away', async () => {
    const away = { ensureSchedule: () => Promise.reject(new Error('away')) }
    const failures: string[] = []
    await keepSchedules(away, ['transactional'], (id) => failures.push(id)).stored
    expect(failures).to.deep.equal([])
    await keepSchedules(away, ['jobs'], (id) => failures.push(id)).stop()
    expect(failures).to.deep.equal(['sweep-segments', 'purge-expired', 'recheck-domains', 'report-usage'])
  })
})
