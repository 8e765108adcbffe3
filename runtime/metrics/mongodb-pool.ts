import type mongoose from 'mongoose'
import { counter, gauge, histogram } from './registry.js'

type Client = mongoose.mongo.MongoClient

const size = gauge('posthorn_mongodb_pool_connections', 'Open connections to MongoDB, over all its members.')
const inUse = gauge('posthorn_mongodb_pool_connections_in_use', 'Connections to MongoDB that serve a command now.')
const limit = gauge('posthorn_mongodb_pool_limit', 'Connections that this process may open to one member of MongoDB.')
const waiting = gauge('posthorn_mongodb_pool_waiting', 'Commands that wait for a connection to MongoDB.')
const waits = histogram('posthorn_mongodb_pool_wait_seconds', 'Time for which a command waited for a connection.', {
  buckets: [0.001, 0.005, 0.025, 0.1, 0.5, 1, 3],
})
const failures = counter('posthorn_mongodb_pool_failures_total', 'Commands that got no connection to MongoDB.')

/** Measures the connection pool of a client by the driver's events (CMAP). Call it before the client connects. */
export function watchPool(client: Client): void {
  for (const each of [size, inUse, waiting]) each.set(0)
  limit.set(client.options.maxPoolSize)
  client.on('connectionCreated', () => size.inc())
  client.on('connectionClosed', () => size.dec())
  client.on('connectionCheckOutStarted', () => waiting.inc())
  client.on('connectionCheckOutFailed', () => {
    waiting.dec()
    failures.inc()
  })
  client.on('connectionCheckedOut', ({ durationMS }) => {
    waiting.dec()
    inUse.inc()
    waits.observe(durationMS / 1_000)
  })
  client.on('connectionCheckedIn', () => inUse.dec())
}
