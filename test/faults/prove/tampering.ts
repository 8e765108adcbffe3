import { Email } from '../../../models/email.js'
import type { FaultLog } from '../fault-log.js'
import type { AskedSend } from '../load/ledger.js'
import type { Scene } from '../load/scene.js'
import { findStored, type Stored, type Undo } from './stored.js'

/** A promise broken on purpose, in one place, after a run that kept every promise. */
export interface Tampering {
  what: string
  /** The promise that the audit has to find broken. */
  promise: string
  /** Resolves with what the audit has to name. */
  tamper(this: void, scene: Scene, log: FaultLog): Promise<{ names: string; undo: Undo }>
}

/** The first acknowledged send; `isKeyed` for one with an idempotency key. */
export function acknowledgedSend({ ledger }: Scene, isKeyed = false): AskedSend {
  const found = ledger.sends.find(
    ({ verdict, key, emailIds }) => verdict === 'acknowledged' && emailIds.length > 0 && (key !== null || !isKeyed),
  )
  if (!found) throw new Error('The run has no acknowledged send')
  return found
}

/** An email of an acknowledged send. */
export async function sentEmail(scene: Scene): Promise<Stored> {
  return findStored(Email, { _id: acknowledgedSend(scene).emailIds[0], projectId: scene.mixed.id })
}

/** Changes what the clients or the log of faults remember. */
export function changeMemory<T extends object>(remembered: T, change: Partial<T>): Undo {
  const before = { ...remembered }
  Object.assign(remembered, change)
  return async () => Object.assign(remembered, before)
}

/** Adds to what the clients or the log of faults remember. */
export function addToMemory<T>(remembered: T[], one: T): Undo {
  remembered.push(one)
  return async () => remembered.pop()
}
