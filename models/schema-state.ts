import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** The name of an index, within its collection. */
export interface IndexName {
  collection: string
  name: string
}

/**
 * The lease of the process that migrates this database, and the indexes that migrations have made. The collection has
 * one document.
 */
export interface SchemaStateRecord {
  _id: 'schema'
  /** The lease of the migrating process, by the database's clock; null while no process has it. */
  lock?: { holder: string; until: Date } | null
  /**
   * Every index that a version has declared. Other indexes are never dropped, because an operator may have made them.
   */
  indexes?: IndexName[]
}

const schemaStateSchema = new Schema<SchemaStateRecord>(
  {
    _id: { type: String, required: true },
    lock: { type: { _id: false, holder: String, until: Date }, default: null },
    indexes: { type: [Schema.Types.Mixed], default: undefined },
  },
  { collection: 'schema_state', strict: 'throw', versionKey: false },
)
leaveUnsharded(schemaStateSchema, INSTALLATION)

export const SchemaState = model('SchemaState', schemaStateSchema)
