import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readStored, writeStored } from '../runtime/stored-json.js'

const pid = z.number().int().nullable()

const StackFile = z.object({
  gateway: z.string(),
  inbox: z.string(),
  inboundSmtp: z.string(),
  mongodb: z.string(),
  temporal: z.string(),
  temporalUi: z.string(),
  processes: z.object({ mongodb: pid, temporal: pid, provider: pid, gateway: pid, worker: pid }),
  project: z.object({ id: z.string(), public: z.string(), secret: z.string() }),
  user: z.object({ email: z.string(), password: z.string() }),
})

/**
 * The content of `stack.json` in the data folder while the stack runs. Origins are like `http://127.0.0.1:3000`,
 * `mongodb` is a connection string, `temporal` and `inboundSmtp` are
 * host:port. A part that this stack does not run has the pid null;
 * an address or key that does not exist is an empty string.
 */
export type StackInfo = z.output<typeof StackFile>

/** The running stack's description, or null when none runs on this data folder. */
export function readStackFile(dataDir: string): StackInfo | null {
  return readStored(pathOf(dataDir), StackFile)
}

/** Writes the description so that a reader sees the old one or the new one, readable by its owner only. */
export function writeStackFile(dataDir: string, info: StackInfo): void {
  writeStored(pathOf(dataDir), info)
}

/** Removes the description of a stack that has stopped. */
export function removeStackFile(dataDir: string): void {
  rmSync(pathOf(dataDir), { force: true })
}

function pathOf(dataDir: string): string {
  return join(dataDir, 'stack.json')
}
