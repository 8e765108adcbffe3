import { model, Schema } from 'mongoose'

/**
 * Evidence that provider events arrive: when the newest message with an event was sent, and when an event could last
 * not be applied, so that the provider repeats it. `_id` is `email`.
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
