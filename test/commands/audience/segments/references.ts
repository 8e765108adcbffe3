import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'
import { only } from '../../../support/conditions.js'
import { createSegment } from '../../../support/factories.js'
import { IS_PRO } from '../../../support/segments.js'

/** The condition that a contact is in a segment. */
export const memberOf = (id: string): ConditionTree => only({ field: `segment.${id}`, operator: 'memberOfSegment' })

/** The condition that a contact is in the last segment of a chain that is too long to be evaluated. */
export async function memberOfTooMany(projectId: string): Promise<ConditionTree> {
  let condition = IS_PRO
  for (let level = 0; level < 31; level += 1) condition = memberOf((await createSegment({ projectId, condition }))._id)
  return condition
}
