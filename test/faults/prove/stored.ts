import mongoose from 'mongoose'

/** A document as it is stored. */
export interface Stored {
  _id: string
  [field: string]: unknown
}

/** The model of a collection. */
export interface Stores {
  collection: { name: string }
}

/** Takes a change back. */
export type Undo = () => Promise<unknown>

/** The first document of a filter. Throws where a run was too short to store one. */
export async function findStored(model: Stores, filter: object): Promise<Stored> {
  const found = await stored(model).findOne(filter, { sort: { _id: 1 } })
  if (!found) throw new Error(`The run stored nothing of ${model.collection.name} that ${JSON.stringify(filter)} finds`)
  return found
}

/** Deletes a document. */
export async function deleteStored(model: Stores, document: Stored): Promise<Undo> {
  await stored(model).deleteOne({ _id: document._id })
  return () => stored(model).insertOne(document)
}

/** Changes a document. */
export async function changeStored(model: Stores, document: Stored, update: object): Promise<Undo> {
  const { modifiedCount } = await stored(model).updateOne({ _id: document._id }, update)
  if (modifiedCount !== 1) throw new Error(`${model.collection.name} ${document._id} was not changed`)
  return () => stored(model).replaceOne({ _id: document._id }, document)
}

/** Stores a document once more under another id. */
export async function copyStored(model: Stores, document: Stored, _id: string): Promise<Undo> {
  await stored(model).insertOne({ ...document, _id })
  return () => stored(model).deleteOne({ _id })
}

function stored({ collection }: Stores): mongoose.mongo.Collection<Stored> {
  return mongoose.connection.getClient().db().collection<Stored>(collection.name)
}
