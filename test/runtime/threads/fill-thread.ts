/** Writes why a thread of 64 MB that fills its memory was stopped, and its limit in MiB as V8 sees it. */
import { ThreadPool, ThreadStopped } from '../../../runtime/threads/thread-pool.js'
import { LIMITS } from './limits.js'
import type { TestTask } from './thread.js'

const pool = new ThreadPool<TestTask, unknown>(new URL('thread.ts', import.meta.url), LIMITS)
const heapMb = await pool.perform('a', 'heapLimit')
const error = await pool.perform('a', 'fill').catch((thrown: unknown) => thrown)
await pool.close()
process.stdout.write(JSON.stringify({ heapMb, stopped: error instanceof ThreadStopped ? error.reason : String(error) }))
