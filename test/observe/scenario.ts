import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { bringUpForBench, type BenchStack } from '../../bench/bench-stack.js'
import { until } from '../../bench/calls.js'
import { pollUntil } from '../../embedded/poll.js'
import { findFreePort } from '../../embedded/ports.js'
import type { SupervisedProcess } from '../../embedded/supervised-process.js'
import { Email, Outbox } from '../support/models.js'
import { newId } from '../../runtime/ids.js'
import { readAlerts } from './alerts.js'
import { Comparisons } from './comparisons.js'
import { atRate, Load, openReceiver } from './load.js'
import { Prometheus, SCRAPE_SECONDS } from './prometheus.js'

const STEADY_MS = 100_000
const SENDS_PER_SECOND = 6
const EVENTS_PER_SECOND = 1.5
const IN_OUTAGE = 40
const PATIENCE_MS = 240_000
const FREEZES = 8
const FREEZE_MS = 1_200
const THAW_MS = 60
const WORKER_FREEZE_MS = 20_000
// Clients that wait for a busy machine ask in bursts, while a value that is counted twice is wrong by far.
const PACE = 0.3
// Scrapes do not begin and end with the campaign.
const AREA = 0.1
const SENT_BY_CAMPAIGN = 'posthorn_sends_total{outcome="sent",source="campaign"}'

/** What the scenario leaves behind: a Prometheus that has seen it, and the values that were compared meanwhile. */
export interface Seen {
  prometheus: Prometheus
  /** When the first process was scraped, in milliseconds. */
  from: number
  comparisons: Comparisons
  end: () => Promise<void>
}

interface Scene {
  bench: BenchStack
  bulk: SupervisedProcess
  prometheus: Prometheus
  load: Load
  comparisons: Comparisons
}

/** Loads a stack and inflicts outages on it, one after the other, until each alert has had its reason. */
export async function runScenario(dataDir: string, signal: AbortSignal): Promise<Seen> {
  const { server, address } = await openReceiver()
  const metrics = await findFreePort([])
  const env = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'info',
    LOG_PRETTY: 'false',
    METRICS_PORT: String(metrics),
    WORKER_QUEUES: 'transactional,executions,webhooks',
    WEBHOOK_ALLOW_PRIVATE: address,
    SEND_RATE_PER_SECOND: '40',
    MAX_BUFFERED_MB: '8',
    // So many addresses bounce that the project would be disabled before the campaign is sent.
    AUTO_PROJECT_DISABLE: 'false',
  }
  say('brings up a stack')
  const bench = await bringUpForBench(env, { dataDir, signal })
  // Its port is the next one, as beside a gateway.
  const ofBulk = { WORKER_QUEUES: 'campaigns,jobs', METRICS_PORT: String(metrics + 2) }
  const { process: bulk } = await bench.stack.addHost({ part: 'worker', name: 'worker-bulk', env: ofBulk })
  const load = new Load(bench, await bench.makeProject('Observed'))
  await load.importContacts()
  await load.buildWorkflow(address)
  const at = (offset: number): string[] => [`127.0.0.1:${metrics + offset}`]
  const targets = { gateway: at(0), 'worker-mail': at(1), temporal: at(2), 'worker-bulk': at(3) }
  const prometheus = await Prometheus.start(dataDir, targets)
  const end = async (): Promise<void> => {
    await prometheus.stop()
    server.close()
    await bench.end()
  }
  const scene = { bench, bulk, prometheus, load, comparisons: new Comparisons(prometheus) }
  const from = Date.now()
  const aborted = once(signal, 'abort').then(() => signal.throwIfAborted())
  try {
    for (const phase of [
      healthy,
      withoutTemporal,
      refused,
      parked,
      steady,
      campaign,
      withoutWorkers,
      withoutMongodb,
      withoutGateway,
      healthy,
    ]) {
      await Promise.race([phase(scene), aborted])
    }
    await delay(3 * SCRAPE_SECONDS * 1_000)
    const area = `sum_over_time(sum(rate(${SENT_BY_CAMPAIGN}[1m]))[2h:${SCRAPE_SECONDS}s]) * ${SCRAPE_SECONDS}`
    await scene.comparisons.add('area below the speed of campaigns', area, await countCampaign(), AREA)
    return { prometheus, from, comparisons: scene.comparisons, end }
  } catch (error) {
    await end()
    throw error
  }
}

async function healthy({ prometheus }: Scene): Promise<void> {
  await until(async () => (await prometheus.now('up == 1')).length === 5, { timeoutMs: PATIENCE_MS })
}

async function withoutTemporal({ bench, prometheus, load, comparisons }: Scene): Promise<void> {
  say('Temporal is away')
  await bench.stack.suspend('temporal')
  for (let n = 0; n < IN_OUTAGE; n += 1) await load.send()
  await load.track()
  await load.beRefused()
  for (let n = 0; n < FREEZES; n += 1) {
    await freeze(bench.stack.info.processes.gateway, FREEZE_MS)
    await delay(THAW_MS)
  }
  await untilReasons(prometheus, 'PosthornEventLoopLag', 'PosthornBodiesRefused', 'PosthornTemporalDown')
  await untilReasons(prometheus, 'PosthornOutboxOld', 'PosthornNothingSent')
  await comparisons.add('emails that wait in the outbox', 'max(posthorn_outbox_entries{kind="email"})', IN_OUTAGE)
  await load.behave({ errorRate: 1 })
  await bench.stack.resume('temporal')
}

async function refused({ prometheus, load }: Scene): Promise<void> {
  say('the provider accepts nothing')
  const over = new AbortController()
  const sending = atRate(4, over.signal, () => load.send())
  await untilReasons(prometheus, 'PosthornProviderRefuses', 'PosthornDeferredGrows')
  over.abort()
  await sending
  await load.behave({ errorRate: 0 })
  await untilSent()
}

async function parked({ prometheus }: Scene): Promise<void> {
  say('an outbox entry is parked')
  const [_id, projectId] = [newId(), newId()]
  const entry = { kind: 'email' as const, projectId, queueKey: `email:${projectId}`, ids: [newId()] }
  await Outbox.create({ _id, ...entry, owner: null, aside: 'parked', createdAt: new Date() })
  await untilReasons(prometheus, 'PosthornOutboxParked')
  await Outbox.deleteOne({ _id })
}

async function steady({ load, comparisons }: Scene): Promise<void> {
  say(`${SENDS_PER_SECOND} sends and ${EVENTS_PER_SECOND} events a second`)
  const over = AbortSignal.timeout(STEADY_MS)
  const sending = atRate(SENDS_PER_SECOND, over, () => load.send())
  const tracking = atRate(EVENTS_PER_SECOND, over, () => load.track())
  await delay(STEADY_MS - 1_000)
  const sends = load.sends.filter((at) => at > Date.now() - 60_000).length / 60
  const requests = 'sum(rate(posthorn_http_requests_total{route="/v1/send"}[1m]))'
  await comparisons.add('POST /v1/send a second', requests, sends, PACE)
  await Promise.all([sending, tracking])
  await untilSent()
  const sent = 'sum(posthorn_sends_total{outcome="sent",source="transactional"})'
  await comparisons.add('transactional emails', sent, load.sends.length)
  await comparisons.add('executions', 'sum(posthorn_executions_started_total)', load.events.length)
}

async function campaign({ prometheus, load, comparisons }: Scene): Promise<void> {
  say('a campaign')
  await load.sendCampaign()
  await load.signUpBouncing()
  await untilReasons(prometheus, 'PosthornBounces', 'PosthornPlatformMail')
  const isSent = { sentAt: { $ne: null } }
  await comparisons.add('emails of the campaign', `sum(${SENT_BY_CAMPAIGN})`, await countCampaign())
  const accepted = 'sum(posthorn_provider_request_duration_seconds_count) - sum(posthorn_provider_refusals_total)'
  await comparisons.add('messages that the provider accepted', accepted, await Email.countDocuments(isSent))
}

async function countCampaign(): Promise<number> {
  return Email.countDocuments({ sourceType: 'CAMPAIGN', sentAt: { $ne: null } })
}

async function withoutWorkers({ bench, bulk, prometheus, load }: Scene): Promise<void> {
  say('a worker hangs, and workers are away')
  const over = new AbortController()
  const tracking = atRate(10, over.signal, () => load.track())
  await freeze(bench.stack.info.processes.worker, WORKER_FREEZE_MS)
  over.abort()
  await tracking
  await untilReasons(prometheus, 'PosthornTasksWait')
  await Promise.all([bench.stack.suspend('worker'), bulk.stop()])
  for (let n = 0; n < IN_OUTAGE; n += 1) await load.track()
  await untilReasons(prometheus, 'PosthornNoMailWorker', 'PosthornNoBulkWorker', 'PosthornProcessDown')
  await Promise.all([bench.stack.resume('worker'), bulk.start()])
}

async function withoutMongodb({ bench, prometheus, load }: Scene): Promise<void> {
  say('MongoDB is away')
  await bench.stack.suspend('mongodb')
  const over = new AbortController()
  const sending = atRate(4, over.signal, () => load.send())
  const reasons = ['PosthornMongodbAway', 'PosthornServerErrors', 'PosthornSlowSends', 'PosthornMongodbPoolExhausted']
  await untilReasons(prometheus, ...reasons)
  over.abort()
  await sending
  await bench.stack.resume('mongodb')
}

async function withoutGateway({ bench, prometheus }: Scene): Promise<void> {
  say('the gateway is away')
  await bench.stack.suspend('gateway')
  await untilReasons(prometheus, 'PosthornNoGateway')
  await bench.stack.resume('gateway')
}

/** Waits until the expressions of these alerts have an answer. One that never has is a fault at the end. */
async function untilReasons(prometheus: Prometheus, ...names: string[]): Promise<void> {
  const waiting = new Map(readAlerts().map(({ alert, expr }) => [alert, expr]))
  const open = new Set(names)
  const look = async (): Promise<boolean> => {
    for (const name of open) if ((await prometheus.now(waiting.get(name) ?? '')).length > 0) open.delete(name)
    return open.size === 0
  }
  const isSeen = await pollUntil(look, { timeoutMs: PATIENCE_MS, intervalMs: 1_000 })
  if (!isSeen) say(`no reason in time: ${[...open].join(', ')}`)
}

async function untilSent(): Promise<void> {
  await until(async () => (await Email.exists({ status: { $in: ['PENDING', 'SENDING'] } })) === null)
}

async function freeze(pid: number | null, forMs: number): Promise<void> {
  if (pid === null) throw new Error('The process does not run')
  process.kill(pid, 'SIGSTOP')
  await delay(forMs)
  process.kill(pid, 'SIGCONT')
}

function say(text: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
}
