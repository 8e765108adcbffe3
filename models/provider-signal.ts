import { model, Schema } from 'mongoose'

/**
 * Evidence that provider events arrive: the sending time of the newest message with an event, and the last time when an
 * event could not be applied, so that the provider repeats it. `_id` is `email`.
 */
export interface ProviderSignalRecord {
  _id: string
  latestSentAt?: Date
  refusedAt?: Date
}

const providerSignalSchema = new Schema<ProviderSignalRecord>(
  { _id: { type: String, required: true }, latestSentAt: Date, refusedAt: Date },
  { collection: 'provider_signals', strict: 'throw' },
)

export const ProviderSignal = model('ProviderSignal', providerSignalSchema)
