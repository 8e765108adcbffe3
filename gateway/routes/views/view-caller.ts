import type { ViewCaller } from '../../../commands/base/views/views.js'
import { userIdOf } from '../../http/access.js'
import type { RequestContext } from '../../http/request/request-context.js'

/** The sender of a request as the rules of views see it. */
export function viewCallerOf({ projectId, caller }: Pick<RequestContext, 'projectId' | 'caller'>): ViewCaller {
  return { projectId, userId: userIdOf(caller), managesShared: caller.type !== 'user' || caller.role !== 'MEMBER' }
}
