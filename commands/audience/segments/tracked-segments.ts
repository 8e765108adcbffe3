import type { ClientSession } from 'mongoose'
import { Segment } from '../../../models/segment.js'

/** The filter of the tracked segments of these projects. */
export function isTracked(projectIds: string[]) {
  return { projectId: { $in: projectIds }, type: 'DYNAMIC' as const, trackMembership: true }
}

/**
 * Whether a project has a tracked segment. Without one, contacts that a job changes and counts itself need no dispatch.
 */
export async function hasTrackedSegment(projectId: string, session: ClientSession): Promise<boolean> {
  return (await Segment.exists(isTracked([projectId])).session(session)) !== null
}
