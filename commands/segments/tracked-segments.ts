import type { ClientSession } from 'mongoose'
import { Segment } from '../../models/segment.js'

/** The filter of the segments of these projects that follow changes of contacts. */
export function isTracked(projectIds: string[]) {
  return { projectId: { $in: projectIds }, type: 'DYNAMIC' as const, trackMembership: true }
}

/**
 * Whether any segment of a project follows changes of contacts: where none does, contacts that a job changes and counts
 * itself need no dispatch.
 */
export async function hasTrackedSegment(projectId: string, session: ClientSession): Promise<boolean> {
  return (await Segment.exists(isTracked([projectId])).session(session)) !== null
}
