import { rmSync } from 'node:fs'
import mongoose from 'mongoose'
import type { Part } from '../../embedded/parts.js'
import { startStack, type Stack } from '../../embedded/stack.js'
import { makeDataDir } from './data-dir.js'

// One of each server for the whole run, started when the first test asks for it.
const running = new Map<string, Promise<{ stack: Stack; dataDir: string }>>()

/** The run's MongoDB: a replica set of one, so that transactions work. */
export async function mongodbServer(): Promise<Stack> {
  return server('mongodb')
}

/** The run's Temporal server. */
export async function temporalServer(): Promise<Stack> {
  return server('temporal')
}

/** Stops what was started; called once, after the last test. */
export async function stopServers(): Promise<void> {
  for (const started of running.values()) {
    const { stack, dataDir } = await started
    await stack.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  running.clear()
}

async function server(part: Part): Promise<Stack> {
  const known = running.get(part)
  if (known) return (await known).stack
  const dataDir = makeDataDir('posthorn-test-')
  const started = startStack({
    dataDir,
    parts: [part],
    ports: { mongodb: 0, temporal: 0, temporalUi: 0 },
    // Tests must not use a server that the environment of their user names.
    env: { MONGODB_URI: '', TEMPORAL_ADDRESS: '' },
  }).then(async (stack) => {
    if (part === 'mongodb') await prepareMongodb(stack.info.mongodb)
    return { stack, dataDir }
  })
  running.set(part, started)
  return (await started).stack
}

/**
 * A majority need not have a write in its journal: no test on these servers asks for the data after a crash of MongoDB.
 * MongoDB deletes no expired document, which an earlier test may have left: it would do so at any moment, also while a
 * test expects that nothing changes.
 */
async function prepareMongodb(uri: string): Promise<void> {
  const client = await mongoose.mongo.MongoClient.connect(uri)
  const admin = client.db('admin')
  const { config } = (await admin.command({ replSetGetConfig: 1 })) as { config: { version: number } }
  const changed = { ...config, version: config.version + 1, writeConcernMajorityJournalDefault: false }
  await admin.command({ replSetReconfig: changed })
  await admin.command({ setParameter: 1, ttlMonitorEnabled: false })
  await client.close()
}
