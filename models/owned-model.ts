import {
  model,
  type AggregateOptions,
  type ApplyProjection,
  type Aggregate,
  type Default__v,
  type HydratedDocument,
  type Model,
  type mongo,
  type PipelineStage,
  type ProjectedHydratedDocument,
  type ProjectionType,
  type Query,
  type QueryFilter,
  type QueryOptions,
  type Require_id,
  type Schema,
  type UpdateQuery,
  type UpdateWithAggregationPipeline,
  type UpdateWriteOpResult,
} from 'mongoose'

/** A record that belongs to a project. */
export interface Owned {
  _id: string
  projectId: string
}

/** A filter that names the project, or the projects, whose records a query may read and change. */
export interface InProject {
  projectId: string | { $in: readonly string[] }
}

declare const isAcross: unique symbol

/** A filter that `acrossProjects` allows to name no project. */
export type AcrossProjects = { [isAcross]: true }

/** What makes a filter one for records of a project: every way to match it asks for the project. */
export type Scope = InProject | AcrossProjects | { $and: [OwnedQuery, ...object[]] } | { $or: OwnedQuery[] }

/**
 * The filter of a query over the records of more than one project, or of a record whose project the caller does not
 * know yet. `_why` tells the reader of the call why no `projectId` is right there.
 */
export function acrossProjects<const Filter extends object>(filter: Filter, _why: string): Filter & AcrossProjects {
  return filter as Filter & AcrossProjects
}

/** A filter for records of a project. */
export type OwnedFilter<Doc> = QueryFilter<Doc> & Scope

/** A filter for records of a project as MongoDB's driver takes it, and as stages of an aggregation do. */
export type OwnedQuery = Record<string, unknown> & Scope

/** The stages of an aggregation of records of a project, which begins with its filter. */
export type OwnedPipeline = [{ $match: OwnedQuery }, ...PipelineStage[]]

/** An operation of a bulk write of records of a project. */
export type OwnedWrite<Doc> =
  | { insertOne: { document: Doc } }
  | { updateOne: { filter: OwnedQuery; update: object; upsert?: boolean } }
  | { updateMany: { filter: OwnedQuery; update: object; upsert?: boolean } }
  | { deleteOne: { filter: OwnedQuery } }
  | { deleteMany: { filter: OwnedQuery } }

type Options<Doc> = QueryOptions<Doc> & mongo.Abortable
type Lean<Doc> = Default__v<Require_id<Doc>>
type Found<Doc, Result, Operation> = Query<Result, HydratedDocument<Doc>, {}, Doc, Operation, {}, Lean<Doc>>
type Projected<Doc, Projection> = ProjectedHydratedDocument<Doc, Projection>
type FoundPart<Doc, Projection, Result, Operation> = Query<
  Result,
  HydratedDocument<Doc>,
  {},
  Doc,
  Operation,
  {},
  ApplyProjection<Lean<Doc>, Projection>
>

/**
 * A Mongoose model of records that belong to projects: its queries take only filters that name a project, or that
 * `acrossProjects` has allowed to name none.
 */
export interface OwnedModel<Doc extends Owned> extends Pick<
  Model<Doc>,
  'create' | 'insertMany' | 'db' | 'modelName' | 'schema'
> {
  new (doc?: Partial<Doc>): HydratedDocument<Doc>
  collection: OwnedCollection<Doc>

  find<const Projection extends ProjectionType<Doc>>(
    filter: OwnedFilter<Doc>,
    projection: Projection,
    options?: Options<Doc>,
  ): FoundPart<Doc, Projection, Projected<Doc, Projection>[], 'find'>
  find(filter: OwnedFilter<Doc>, projection?: null, options?: Options<Doc>): Found<Doc, HydratedDocument<Doc>[], 'find'>

  findOne<const Projection extends ProjectionType<Doc>>(
    filter: OwnedFilter<Doc>,
    projection: Projection,
    options?: Options<Doc>,
  ): FoundPart<Doc, Projection, Projected<Doc, Projection> | null, 'findOne'>
  findOne(
    filter: OwnedFilter<Doc>,
    projection?: null,
    options?: Options<Doc>,
  ): Found<Doc, HydratedDocument<Doc> | null, 'findOne'>

  findOneAndUpdate<const Projection extends ProjectionType<Doc>>(
    filter: OwnedFilter<Doc>,
    update: UpdateQuery<Doc> | UpdateWithAggregationPipeline,
    options: Options<Doc> & { projection: Projection },
  ): FoundPart<Doc, Projection, Projected<Doc, Projection> | null, 'findOneAndUpdate'>
  findOneAndUpdate(
    filter: OwnedFilter<Doc>,
    update: UpdateQuery<Doc> | UpdateWithAggregationPipeline,
    options?: Options<Doc>,
  ): Found<Doc, HydratedDocument<Doc> | null, 'findOneAndUpdate'>

  findOneAndDelete<const Projection extends ProjectionType<Doc>>(
    filter: OwnedFilter<Doc>,
    options: Options<Doc> & { projection: Projection },
  ): FoundPart<Doc, Projection, Projected<Doc, Projection> | null, 'findOneAndDelete'>
  findOneAndDelete(
    filter: OwnedFilter<Doc>,
    options?: Options<Doc>,
  ): Found<Doc, HydratedDocument<Doc> | null, 'findOneAndDelete'>

  exists(filter: OwnedFilter<Doc>): Found<Doc, { _id: string } | null, 'findOne'>
  countDocuments(
    filter: OwnedFilter<Doc>,
    options?: mongo.CountOptions & mongo.Abortable,
  ): Found<Doc, number, 'countDocuments'>
  distinct<Key extends keyof Doc & string>(
    field: Key,
    filter: OwnedFilter<Doc>,
    options?: QueryOptions<Doc>,
  ): Found<Doc, ItemOf<Doc[Key]>[], 'distinct'>
  aggregate<Result>(pipeline: OwnedPipeline, options?: AggregateOptions): Aggregate<Result[]>

  updateOne(
    filter: OwnedFilter<Doc>,
    update: UpdateQuery<Doc> | UpdateWithAggregationPipeline,
    options?: UpdateOptions<Doc>,
  ): Found<Doc, UpdateWriteOpResult, 'updateOne'>
  updateMany(
    filter: OwnedFilter<Doc>,
    update: UpdateQuery<Doc> | UpdateWithAggregationPipeline,
    options?: UpdateOptions<Doc>,
  ): Found<Doc, UpdateWriteOpResult, 'updateMany'>
  deleteOne(filter: OwnedFilter<Doc>, options?: DeleteOptions<Doc>): Found<Doc, mongo.DeleteResult, 'deleteOne'>
  deleteMany(filter: OwnedFilter<Doc>, options?: DeleteOptions<Doc>): Found<Doc, mongo.DeleteResult, 'deleteMany'>
  bulkWrite(writes: OwnedWrite<Doc>[], options?: mongo.BulkWriteOptions): Promise<mongo.BulkWriteResult>
}

/** The part of the driver's collection that works on the records of projects, with the same filters. */
export interface OwnedCollection<Doc extends Owned> {
  readonly name: string
  find<Found extends object = Doc>(
    filter: OwnedQuery,
    options?: mongo.FindOptions & mongo.Abortable,
  ): mongo.FindCursor<Found>
  aggregate<Result extends object>(
    pipeline: OwnedPipeline,
    options?: mongo.AggregateOptions & mongo.Abortable,
  ): mongo.AggregationCursor<Result>
  countDocuments(filter: OwnedQuery, options?: mongo.CountDocumentsOptions & mongo.Abortable): Promise<number>
  findOneAndUpdate(
    filter: OwnedQuery,
    update: mongo.UpdateFilter<Doc> | object[],
    options?: mongo.FindOneAndUpdateOptions,
  ): Promise<Doc | null>
  insertOne(document: Doc, options?: mongo.InsertOneOptions): Promise<unknown>
  insertMany(documents: readonly Doc[], options?: mongo.BulkWriteOptions): Promise<unknown>
  replaceOne(filter: OwnedQuery, document: Doc, options?: mongo.ReplaceOptions): Promise<unknown>
  updateOne(
    filter: OwnedQuery,
    update: mongo.UpdateFilter<Doc> | object[],
    options?: mongo.UpdateOptions,
  ): Promise<mongo.UpdateResult>
  updateMany(
    filter: OwnedQuery,
    update: mongo.UpdateFilter<Doc> | object[],
    options?: mongo.UpdateOptions,
  ): Promise<mongo.UpdateResult>
  deleteMany(filter: OwnedQuery, options?: mongo.DeleteOptions): Promise<mongo.DeleteResult>
  bulkWrite(writes: OwnedWrite<Doc>[], options?: mongo.BulkWriteOptions): Promise<mongo.BulkWriteResult>
}

/** Compiles the model of a record that belongs to a project. */
export function ownedModel<Doc extends Owned>(name: string, schema: Schema<Doc>): OwnedModel<Doc> {
  return model(name, schema) as unknown as OwnedModel<Doc>
}

type ItemOf<Value> = NonNullable<Value extends readonly (infer Item)[] ? Item : Value>
type UpdateOptions<Doc> = NonNullable<Parameters<Model<Doc>['updateOne']>[2]>
type DeleteOptions<Doc> = NonNullable<Parameters<Model<Doc>['deleteOne']>[1]>
