import { parentPort, workerData } from 'node:worker_threads'
import { createGroupSender, type SendGroup } from '../../activities/campaign/group-sender.js'
import { createEmailComposer } from '../../activities/delivery/create-email-composer.js'
import { createFactRecorder } from '../../activities/delivery/fact-recorder.js'
import { setMailboxKeys } from '../../commands/base/installation/mailbox-key.js'
import { ownEntriesAs, relayEntriesTo } from '../../commands/base/outbox/owner.js'
import { loggableError } from '../../runtime/loggable-error.js'
import { startLog } from '../../runtime/start-log.js'
import { collectObservations } from '../../runtime/metrics/registry.js'
import { connectProcess } from '../../runtime/mongodb/connect-process.js'
import { mongodbConnected } from '../../runtime/mongodb/connection.js'
import { followNumber, readNumber } from '../../runtime/threads/shared-number.js'
import { inSpan, stopTracing } from '../../runtime/tracing/tracing.js'
import { deliverySetUp, limitSubmissions } from '../delivery-set-up.js'
import { findSigningKey } from '../../commands/sending/domains/find-signing-key.js'
import { createProvider } from '../provider.js'
import type { Answer, FromThread, Task, ThreadData } from './messages.js'

// A group uses one connection most of the time, and up to seven at a time.
const MONGODB_CONNECTIONS = 10
const TELL_EVERY_MS = 500

const { config, connections, stopping } = workerData as ThreadData
const isStopping = (): boolean => Atomics.load(stopping, 0) === 1
const tell = (message: FromThread): void => parentPort?.postMessage(message)
const observations = collectObservations()
let sender: Promise<SendGroup> | undefined
let running = 0

/** Sends one group of a campaign in a thread of the worker. */
export default async function sendGroup({ group, owner, trace }: Task): Promise<Answer> {
  running += 1
  try {
    ownEntriesAs(owner)
    const send = await (sender ??= start())
    await mongodbConnected()
    const result = await inSpan('campaign group', { parent: trace }, () => send(group))
    return { result }
  } catch (error) {
    return { failure: loggableError(error) }
  } finally {
    running -= 1
    tellObservations()
    // The thread ends with its worker and gets no further message, so it sends its last spans now.
    if (running === 0 && isStopping()) await stopTracing()
  }
}

async function start(): Promise<SendGroup> {
  relayEntriesTo((entries) => tell({ entries }))
  const log = await startLog('worker', config)
  setMailboxKeys(config.ENCRYPTION_KEY)
  connectProcess(config, log, MONGODB_CONNECTIONS)
  setInterval(tellObservations, TELL_EVERY_MS).unref()
  const deliveries = deliverySetUp(config, log)
  const provider = createProvider(config, log, {
    maxConnections: connections && readNumber(connections),
    findSigningKey: (owner) => findSigningKey(owner, config.ENCRYPTION_KEY),
  })
  if (connections) followNumber(connections, (most) => void provider.limitConnections?.(most))
  return createGroupSender({
    ...deliveries,
    ...createEmailComposer(deliveries.settings),
    provider,
    isStopping,
    recorder: createFactRecorder(),
    limitSubmissions: limitSubmissions(provider),
    // The worker has acquired the permits of a group before it comes here.
    acquirePermits: async (_projectId, permits) => ({ permits, retryAfterMs: 0 }),
  })
}

function tellObservations(): void {
  const all = observations()
  if (all.length > 0) tell({ observations: all })
}
