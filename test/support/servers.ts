import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Part } from '../../embedded/parts.js'
import { startStack, type Stack } from '../../embedded/stack.js'

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
  const dataDir = mkdtempSync(join(tmpdir(), 'posthorn-test-'))
  const started = startStack({
    dataDir,
    parts: [part],
    ports: { mongodb: 0, temporal: 0, temporalUi: 0 },
    // A server of whoever runs the tests is not the one to test on.
    env: { MONGODB_URI: '', TEMPORAL_ADDRESS: '' },
  }).then((stack) => ({ stack, dataDir }))
  running.set(part, started)
  return (await started).stack
}
