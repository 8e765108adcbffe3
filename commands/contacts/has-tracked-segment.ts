import type { ClientSession } from 'mongoose'
import { Segment } from '../../models/segment.js'
import { isTracked } from '../segments/evaluate-segments.js'

/**
 * Whether any segment of a project follows changes of contacts: where none does, contacts that a job changes and counts
 * itself need no dispatch.
 */
export async function hasTrackedSegment(projectId: string, session: ClientSession): Promise<boolean> {
  return (await Segment.exists(isTracked([projectId])).session(session)) !== null
}
