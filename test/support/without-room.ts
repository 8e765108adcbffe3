import mongoose from 'mongoose'
import { Contact } from '../../models/contact.js'

const MAX_BYTES = 16 * 1024 * 1024

/** Pads the document of a contact by an event's summary until MongoDB lets it grow by `roomBytes` at most. */
export async function takeRoom({ projectId, _id }: { projectId: string; _id: string }, roomBytes = 20): Promise<void> {
  const pad = async (text: string) =>
    Contact.collection.findOneAndUpdate(
      { _id: _id as never, projectId },
      { $set: { 'activity.filler': text } },
      { returnDocument: 'after' },
    )
  const padded = await pad('')
  const text = 'x'.repeat(MAX_BYTES - roomBytes - mongoose.mongo.BSON.calculateObjectSize(padded ?? {}))
  await pad(text)
}
