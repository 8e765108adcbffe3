import type { mongo, PipelineStage } from 'mongoose'
import { containing } from '../models/domain/text-pattern.js'

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
 * What a list is made of: `search` looks into the fields `searched`, and `shape` is what becomes of the items of a
 * page.
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
  const wanted = {
    ...filter,
    projectId,
    ...(search ? { $or: searched.map((field) => ({ [field]: containing(search) })) } : {}),
  }
  const [items, total] = await Promise.all([
    model.aggregate([
      { $match: wanted },
      { $sort: { [sort]: direction, _id: direction } },
      { $skip: (page - 1) * pageSize },
      { $limit: pageSize },
      ...shape,
    ]),
    model.countDocuments(wanted),
  ])
  return { items: items as Row[], total }
}
