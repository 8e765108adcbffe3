import { hash } from 'node:crypto'
import { readSesEvent, type ParsedNotification } from '../../../models/domain/ses-event.js'
import { databaseNow } from '../../../runtime/mongodb/clock.js'
import { isMachineAgent } from './machine-agents.js'

/**
 * Reads a notification of SES, the event as JSON, at its receipt; null for anything but an event of a sent message. The
 * key of its fact is a digest, because the event names networks and user agents and has any length.
 */
export function readNotification(message: string): ParsedNotification | null {
  const read = readSesEvent(parse(message), { receivedAt: databaseNow(), isMachine: isMachineAgent })
  if (!read?.fact) return read
  return { ...read, fact: { ...read.fact, key: hash('sha256', read.fact.key, 'base64url') } }
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message) as unknown
  } catch {
    return null
  }
}
