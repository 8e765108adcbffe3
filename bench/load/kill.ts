import type { Part } from '../../embedded/parts.js'
import { until } from '../calls.js'
import type { BenchStack } from '../bench-stack.js'

const POLL_MS = 20

/** Kills a process of the stack with SIGKILL, once it runs: an earlier kill may have ended it just before. */
export async function killRunning({ stack }: BenchStack, part: Part): Promise<void> {
  await until(async () => stack.info.processes[part] !== null, { intervalMs: POLL_MS })
  await stack.kill(part)
}
