import { model, Schema } from 'mongoose'

/** Evidence that provider events arrive: when the newest message with an event was sent. `_id` is `email`. */
export interface ProviderSignalRecord {
  _id: string
  latestSentAt: Date
}

const providerSignalSchema = new Schema<ProviderSignalRecord>(
  { _id: { type: String, required: true }, latestSentAt: { type: Date, required: true } },
  { collection: 'provider_signals', strict: 'throw' },
)

export const ProviderSignal = model('ProviderSignal', providerSignalSchema)
