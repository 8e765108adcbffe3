import type { ConditionTree } from '../../models/domain/conditions/tree.js'
import type { Input } from '../api/client.js'

/** The contacts to count: those of a segment, or those that meet a condition; all of them without both. */
export interface CountedAudience {
  segmentId?: string | null
  condition?: ConditionTree | null
  type?: Input<'POST /audiences/count'>['body']['type']
}
