import { createRequire } from 'node:module'
import mongoose from 'mongoose'

/** At which call to MongoDB a process dies: before it is made, or after it was done and before its answer is read. */
interface CrashPoint {
  call: number
  moment: 'before' | 'after'
}

/** What a dead process gets of every call. */
class Crash extends Error {}

type Command = (this: unknown, operation: unknown, ...rest: unknown[]) => Promise<unknown>

// MongoDB's own driver as mongoose uses it: everything goes through the `command` of a server.
const { Server } = createRequire(createRequire(import.meta.url).resolve('mongoose'))('mongodb/lib/sdam/server.js') as {
  Server: { prototype: { command: Command } }
}

/**
 * Runs `work` as a process that dies at this point: from then on none of its calls reaches MongoDB. Resolves with
 * whether it came to that, once everything of it has ended.
 */
export async function crashAt({ call, moment }: CrashPoint, work: () => Promise<unknown>): Promise<boolean> {
  const { command } = Server.prototype
  let calls = 0
  let isDead = false
  Server.prototype.command = async function (operation, ...rest) {
    if (isDead) throw new Crash()
    calls += 1
    if (calls !== call) return command.call(this, operation, ...rest)
    if (moment === 'before') isDead = true
    else {
      await command.call(this, operation, ...rest)
      isDead = true
    }
    throw new Crash()
  }
  try {
    await work()
  } catch (error) {
    if (!isDead) throw error
  } finally {
    Server.prototype.command = command
  }
  // Transactions that a dead process leaves open are ended by MongoDB itself, after a while.
  if (isDead) await mongoose.connection.getClient().db('admin').command({ killAllSessions: [] })
  return isDead
}

/**
 * Tries every point at which `work` can be broken off, each on a scene of its own: the process dies there, `recover`
 * does what others do after it, and `check` looks at what became of it. A check that fails names the point. Returns at
 * how many points it died.
 */
export async function crashEverywhere<Scene>(of: {
  prepare: () => Promise<Scene>
  work: (scene: Scene) => Promise<unknown>
  recover: (scene: Scene) => Promise<unknown>
  check: (scene: Scene) => Promise<unknown>
}): Promise<number> {
  let crashes = 0
  for (let call = 1; ; call += 1) {
    let hasCrashed = false
    for (const moment of ['before', 'after'] as const) {
      const scene = await of.prepare()
      hasCrashed = await crashAt({ call, moment }, () => of.work(scene))
      if (hasCrashed) crashes += 1
      await of.recover(scene)
      await of.check(scene).catch((error: Error) => {
        const point = `${moment} call ${call}`
        throw Object.assign(error, { message: `${point}: ${error.message}`, stack: `${point}: ${error.stack}` })
      })
    }
    if (!hasCrashed) return crashes
  }
}
