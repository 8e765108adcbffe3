import { countParked } from '../../commands/base/outbox/count-parked.js'
import { outboxBacklog } from '../../outbox/backlog.js'
import { fault, ok, warning, type Examine, type Finding } from './examination.js'

// A poller takes over the entries of a process that is gone, some ten seconds after its last heartbeat.
const [SLOW_SECONDS, STUCK_SECONDS] = [30, 300]
const MANY = 1_000

/** The outbox entries that wait for their dispatch to Temporal. */
export function outboxChecks(examine: Examine): Promise<Finding>[] {
  return [examine('outbox', outbox), examine('parked outbox entries', parked)]
}

async function outbox(): Promise<Finding> {
  const { waiting, kinds, oldestSeconds } = await outboxBacklog()
  if (waiting === 0) return ok('no entries wait')
  const names = kinds.map(({ kind, count }) => `${count} ${kind}`).join(', ')
  const found = `${waiting} entries wait for Temporal (${names}), the oldest for ${oldestSeconds} s`
  const remedy =
    'Run a gateway or a worker that reaches Temporal. Each of them takes over waiting entries. See their logs.'
  if (oldestSeconds > STUCK_SECONDS) return fault(found, remedy)
  return oldestSeconds > SLOW_SECONDS || waiting > MANY ? warning(found, remedy) : ok(found)
}

async function parked(): Promise<Finding> {
  const counts = Object.entries(await countParked())
  if (counts.length === 0) return ok('none')
  const names = counts.map(([kind, count]) => `${count} ${kind}`).join(', ')
  return fault(
    `outbox entries failed for an hour and are parked (${names}): their work was not started`,
    'posthorn retry-outbox --list shows why. Once that is fixed, retry them with posthorn retry-outbox.',
  )
}
