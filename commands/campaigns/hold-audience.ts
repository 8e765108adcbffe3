import type { ClientSession } from 'mongoose'
import { notFound } from '../../models/domain/errors.js'
import { holdReferencesIn, holdSegments } from '../segments/segment-references.js'
import type { Audience } from './audience-of.js'

/**
 * Lets a campaign refer to the segments of its audience, in the transaction that stores it: of that and the deletion
 * of a segment, one begins anew and sees the other. Throws RESOURCE_NOT_FOUND for an unknown segment, and
 * VALIDATION_ERROR by the path of each that the condition refers to.
 */
export async function holdAudience(
  session: ClientSession,
  { projectId, segmentId, audienceCondition }: Audience,
): Promise<void> {
  if (segmentId !== null && (await holdSegments(session, projectId, [segmentId])) === 0) {
    throw notFound('segment', segmentId)
  }
  if (audienceCondition === null) return
  await holdReferencesIn(session, { projectId, condition: audienceCondition, field: 'audienceCondition' })
}
