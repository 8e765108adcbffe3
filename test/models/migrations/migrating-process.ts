/**
 * A process that migrates `MONGODB_URI` by a migration in slices of ten, of which each document counts how often it was
 * changed. With `HOLD` it stands still within its second slice, for a test to kill it and to end its lease.
 */
import { migrate } from '../../../models/migrations/migrate.js'
import type { Migration } from '../../../models/migrations/migration.js'
import { inSlices } from '../../../models/migrations/slices.js'
import { connectMongodb, disconnectMongodb, mongodbConnected } from '../../../runtime/mongodb/connection.js'

const say = (line: string): void => void process.stdout.write(`${line}\n`)
let slices = 0

const count: Migration = {
  number: 1,
  name: 'count',
  up: (context) =>
    inSlices(
      context,
      'things',
      {},
      async (rows, things) => {
        await things.updateMany({ _id: { $in: rows.map(({ _id }) => _id) } }, { $inc: { changes: 1 } })
        slices += 1
        say(`slice ${slices}`)
        if (slices === 2 && process.env['HOLD']) await new Promise(() => setInterval(() => undefined, 1_000))
      },
      10,
    ),
}

connectMongodb({ MONGODB_URI: process.env['MONGODB_URI'] ?? '' })
await mongodbConnected()
await migrate({
  schema: { migrations: [count], collections: [] },
  // A process that stands still for some seconds keeps its lease.
  leaseMs: 60_000,
  report: (_step, message) => say(message),
})
say(`ended after ${slices} slices`)
await disconnectMongodb()
