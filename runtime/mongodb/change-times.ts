import type { Query, Schema } from 'mongoose'

const CHANGES = ['updateOne', 'updateMany', 'findOneAndUpdate'] as const

// By the database's clock. A change within the millisecond of the one before, or after the clock went back, counts on.
const NEXT_TIME = { $max: ['$$NOW', { $add: ['$updatedAt', 1] }] }

/**
 * Makes `updatedAt` of a schema's documents name one change: each change sets a later time than every change before, so
 * that the `updatedAt` of a read document alone tells whether the document was changed since. A write with
 * `timestamps: false`, such as of a counter, is no change. `bulkWrite` runs no hooks: give it `timestamps: false`.
 */
export function separateChangeTimes<T>(schema: Schema<T>): void {
  schema.pre([...CHANGES], function (this: Query<unknown, T>) {
    if (this.mongooseOptions().timestamps === false) return
    const { $set, $inc = {}, ...rest } = this.getUpdate() as Update
    const fields = { ...$set, ...rest }
    for (const name of [...Object.keys(fields), ...Object.keys($inc)]) requireField(schema, name)
    const stage = { ...literal(fields), ...added($inc), updatedAt: NEXT_TIME }
    this.setOptions({ updatePipeline: true })
    this.setUpdate([{ $set: stage }])
  })
}

interface Update extends Record<string, unknown> {
  $set?: Record<string, unknown>
  $inc?: Record<string, number>
}

// A pipeline reads no schema: without this an operator or a misspelled field would be stored as a field.
function requireField<T>(schema: Schema<T>, name: string): void {
  if (schema.path(name) === undefined) throw new TypeError(`A change sets ${name}, which is no field of the schema`)
}

function literal(fields: Record<string, unknown>): Record<string, unknown> {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given.map(([name, value]) => [name, { $literal: value }]))
}

function added(steps: Record<string, number>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [name, { $add: [{ $ifNull: [`$${name}`, 0] }, step] }]),
  )
}
