import { SCHEDULES } from '../../outbox/schedules.js'
import { temporalServer } from '../../outbox/temporal-server.js'
import { createTemporalHealth, type TemporalHealth } from '../../outbox/temporal-health.js'
import { QUEUES, SEARCH_ATTRIBUTES, type QueueName } from '../../workflows/contracts.js'
import { fault, ok, reasonOf, warning, type Area, type Examine, type Finding } from './examination.js'
import { taskQueue } from './task-queue.js'

const LEAST_RETENTION_DAYS = 1
const LEAST_MINOR_VERSION = 29

/** Temporal: the server, its namespace, search attributes, schedules and task queues. */
export const temporalArea: Area = async (settings, examine) => {
  const { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace } = settings
  if (!address || !namespace) return
  const server = temporalServer({ ...settings, TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: namespace })
  const health = createTemporalHealth(server)
  try {
    const reached = await examine('Temporal', () => reach(health, address))
    if (reached.status === 'fault') return
    const known = await examine('Temporal namespace', () => retention(health, namespace))
    if (known.status === 'fault') return
    await Promise.all([
      examine('Temporal search attributes', () => searchAttributes(health, namespace)),
      ...SCHEDULES.map(({ id }) => examine(`schedule ${id}`, () => schedule(health, id, namespace))),
      ...queueChecks(health, examine),
    ])
  } finally {
    void health.close().catch(() => undefined)
  }
}

async function reach(health: TemporalHealth, address: string): Promise<Finding> {
  const startedAt = performance.now()
  const version = await health
    .version()
    .catch((error: unknown) => (error instanceof Error ? error : new Error('unknown')))
  if (version instanceof Error) {
    return fault(
      `Temporal cannot be reached at ${address}: ${reasonOf(version).split(',')[0]}`,
      'Start Temporal, or correct TEMPORAL_ADDRESS. Until then, requests are accepted and nothing is sent.',
    )
  }
  const found = `Temporal ${version} responds within ${Math.ceil(performance.now() - startedAt)} ms, including the connection`
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major === 1 && minor < LEAST_MINOR_VERSION) {
    return warning(
      `${found}, and has no fairness: one project's backlog delays the others`,
      `Upgrade Temporal to 1.${LEAST_MINOR_VERSION} or newer and set matching.enableFairness in its dynamic configuration.`,
    )
  }
  const note = 'its API does not report matching.enableFairness: check its dynamic configuration'
  return ok(`${found}; ${note}`)
}

async function retention(health: TemporalHealth, namespace: string): Promise<Finding> {
  const days = await health.retentionDays()
  if (days === null) {
    return fault(
      `the namespace ${namespace} does not exist`,
      `Correct TEMPORAL_NAMESPACE, or: temporal operator namespace create --namespace ${namespace} --retention 72h`,
    )
  }
  const found = `${namespace} keeps ended executions for ${Math.round(days * 24)} hours`
  if (days >= LEAST_RETENTION_DAYS) return ok(found)
  return warning(
    `${found}; deliveries are retried for a day, so ended work could not be distinguished from lost work`,
    `temporal operator namespace update --namespace ${namespace} --retention 72h`,
  )
}

async function searchAttributes(health: TemporalHealth, namespace: string): Promise<Finding> {
  const types = await health.searchAttributes()
  const wanted = Object.values(SEARCH_ATTRIBUTES)
  const missing = wanted.filter((name) => !types[name])
  const different = wanted.filter((name) => types[name] && types[name] !== 'Keyword')
  const create = (names: readonly string[]): string =>
    `for name in ${names.join(' ')}; do temporal operator search-attribute create --namespace ${namespace} --name $name --type Keyword; done`
  if (different.length > 0) {
    return fault(
      `search attributes of another type than Keyword: ${different.map((name) => `${name} (${types[name]})`).join(', ')}`,
      `temporal operator search-attribute remove --namespace ${namespace} --name ${different[0]} (each), then: ${create([...different, ...missing])}`,
    )
  }
  if (missing.length > 0) {
    return fault(`missing search attributes: ${missing.join(', ')}. Temporal rejects every start`, create(missing))
  }
  return ok(`${wanted.length} of type Keyword`)
}

async function schedule(health: TemporalHealth, id: string, namespace: string): Promise<Finding> {
  const state = await health.scheduleState(id)
  if (state === 'running') return ok('exists and is not paused')
  if (state === 'paused') {
    return warning('is paused', `temporal schedule toggle --unpause --schedule-id ${id} --namespace ${namespace}`)
  }
  return fault('does not exist', 'Start a worker with jobs in WORKER_QUEUES. It creates the schedule when it starts.')
}

function queueChecks(health: TemporalHealth, examine: Examine): Promise<Finding>[] {
  return (Object.keys(QUEUES) as QueueName[]).map((queue) =>
    examine(`queue ${queue}`, async () => taskQueue(await health.taskQueue(queue))),
  )
}
