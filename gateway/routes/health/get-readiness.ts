import mongoose from 'mongoose'
import { z } from 'zod'
import { AppError } from '../../../models/domain/errors.js'
import { defineEndpoint } from '../../http/endpoint.js'
import { withinTime } from '../../../runtime/concurrency/within-time.js'

const TIMEOUT_MS = 2_000

export const getReadiness = defineEndpoint({
  operationId: 'getReadiness',
  method: 'get',
  path: '/ready',
  access: 'open',
  isUnlimited: true,
  summary: 'Check whether MongoDB and Temporal can be reached',
  response: z.object({ status: z.literal('ready'), mongodb: z.literal(true), temporal: z.literal(true) }),
  errors: ['SERVICE_UNAVAILABLE'],
  async handle(_input, { services }) {
    const [mongodb, temporal] = await Promise.all([
      isReached(pingMongodb()),
      isReached(services.temporal.isReachable()),
    ])
    if (!mongodb || !temporal) {
      const unreachable = [...(mongodb ? [] : ['MongoDB']), ...(temporal ? [] : ['Temporal'])].join(' and ')
      throw new AppError('SERVICE_UNAVAILABLE', `${unreachable} cannot be reached`, { details: { mongodb, temporal } })
    }
    return { status: 'ready' as const, mongodb, temporal }
  },
})

async function pingMongodb(): Promise<boolean> {
  const { db, readyState } = mongoose.connection
  if (!db || readyState !== mongoose.ConnectionStates.connected) return false
  await db.admin().ping()
  return true
}

/** False when the check fails or times out. */
function isReached(check: Promise<boolean>): Promise<boolean> {
  return withinTime(check, TIMEOUT_MS, 'no answer in time').catch(() => false)
}
