import { filterOf, only, type Row } from '../../../support/conditions.js'
import type { ConditionTree } from '../../../../models/domain/conditions/tree.js'

/** The rows of a table whose condition is not judged as they say. */
export async function wronglyJudged(rows: Row[], judge: (tree: ConditionTree, row: Row) => Promise<boolean>) {
  const wrong: Row[] = []
  for (const row of rows) if ((await judge(only(filterOf(row)), row)) !== row[3]) wrong.push(row)
  return wrong
}
