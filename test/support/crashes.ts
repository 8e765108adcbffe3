import { createRequire } from 'node:module'
import mongoose from 'mongoose'

/** What a dead process gets of every call. */
class Crash extends Error {}

type Command = (this: unknown, operation: unknown, ...rest: unknown[]) => Promise<unknown>

// MongoDB's own driver as mongoose uses it: everything goes through the `command` of a server.
const { Server } = createRequire(createRequire(import.meta.url).resolve('mongoose'))('mongodb/lib/sdam/server.js') as {
  Server: { prototype: { command: Command } }
}

/**
 * Runs `work` as a process that dies before it makes this call to MongoDB: none of its calls reaches MongoDB from then
 * on. Resolves with whether it came to that, once everything of it has ended.
 */
async function crashBefore(call: number, work: () => Promise<unknown>): Promise<boolean> {
  const { command } = Server.prototype
  let calls = 0
  let isDead = false
  Server.prototype.command = async function (operation, ...rest) {
    if (isDead) throw new Crash()
    calls += 1
    if (calls !== call) return command.call(this, operation, ...rest)
    isDead = true
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
 * Breaks `work` off before each of its calls to MongoDB, each time on a scene of its own: the process dies there,
 * `recover` acts as other processes do afterwards, and `check` examines the result. A process that dies with the answer
 * to a call on its way leaves the same in MongoDB as one that dies before its next call. A check that fails names the
 * call. Returns before how many calls the process died; the last scene is of a process that does not die.
 */
export async function crashEverywhere<Scene>(of: {
  prepare: () => Promise<Scene>
  work: (scene: Scene) => Promise<unknown>
  recover: (scene: Scene) => Promise<unknown>
  check: (scene: Scene) => Promise<unknown>
}): Promise<number> {
  let crashes = 0
  for (let call = 1; ; call += 1) {
    const scene = await of.prepare()
    const hasCrashed = await crashBefore(call, () => of.work(scene))
    await of.recover(scene)
    await of.check(scene).catch((error: Error) => {
      const point = `before call ${call}`
      throw Object.assign(error, { message: `${point}: ${error.message}`, stack: `${point}: ${error.stack}` })
    })
    if (!hasCrashed) return crashes
    crashes += 1
  }
}
