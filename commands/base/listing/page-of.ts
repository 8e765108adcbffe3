import type { mongo, PipelineStage } from 'mongoose'
import { containing } from '../../../models/domain/text-pattern.js'

/** A query for one numbered page of a project's items. */
export interface PageQuery {
  projectId: string
  search?: string | undefined
  sort: 'name' | 'createdAt' | 'updatedAt'
  dir: 'asc' | 'desc'
  page: number
  pageSize: number
}

/** A model whose items are listed. */
interface Listed {
  aggregate(stages: PipelineStage[]): Promise<unknown[]>
  countDocuments(filter: mongo.Document): PromiseLike<number>
}

/**
 * The items of a list: those that `filter` matches. `search` looks into the fields `searched`, and the stages `shape`
 * turn the documents of a page into its items.
 */
export interface ListOptions<Row> {
  filter?: mongo.Document
  searched: readonly (keyof Row & string)[]
  shape?: Exclude<PipelineStage, PipelineStage.Merge | PipelineStage.Out>[]
}

/** One page of a project's items, and how many there are in all. */
export async function pageOf<Row>(
  model: Listed,
  { projectId, search, sort, dir, page, pageSize }: PageQuery,
  { filter = {}, searched, shape = [] }: ListOptions<Row>,
): Promise<{ items: Row[]; total: number }> {
  const direction = dir === 'asc' ? 1 : -1
  const query = {
    ...filter,
    projectId,
    ...(search ? { $or: searched.map((field) => ({ [field]: containing(search) })) } : {}),
  }
  const [items, total] = await Promise.all([
    model.aggregate([
      { $match: query },
      { $sort: { [sort]: direction, _id: direction } },
      { $skip: (page - 1) * pageSize },
      { $limit: pageSize },
      ...shape,
    ]),
    model.countDocuments(query),
  ])
  return { items: items as Row[], total }
}
