import type { ClientSession } from 'mongoose'
import { Segment } from '../../../models/segment.js'

/**
 * The filter of the segments of these projects that follow changes of contacts: contacts join and leave those that
 * store members, and the number of others has to be counted again.
 */
export function followContacts(projectIds: readonly string[]) {
  return {
    projectId: { $in: [...projectIds] },
    type: 'DYNAMIC' as const,
    $or: [
      { trackMembership: true },
      { storesMembers: true },
      { countState: { $in: ['current' as const, 'counting' as const] } },
    ],
  }
}

/** The filter of those segments among them whose members an event may change. */
export function followEvents(projectIds: readonly string[]) {
  return { ...followContacts(projectIds), ignoresEvents: { $ne: true } }
}

/**
 * Whether a segment of a project follows changes of contacts. Without one, contacts that a job changes and counts
 * itself need no dispatch.
 */
export async function hasFollower(projectId: string, session: ClientSession): Promise<boolean> {
  return (await Segment.exists(followContacts([projectId])).session(session)) !== null
}
