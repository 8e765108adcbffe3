import type { ClientSession } from 'mongoose'
import { Segment } from '../../models/segment.js'

/**
 * Whether any segment of a project follows changes of contacts: where none does, contacts that a job changes and counts
 * itself need no dispatch.
 */
export async function hasTrackedSegment(projectId: string, session: ClientSession): Promise<boolean> {
  const isTracked = { projectId, type: 'DYNAMIC' as const, trackMembership: true }
  return (await Segment.exists(isTracked).session(session)) !== null
}
