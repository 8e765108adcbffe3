import { model, Schema } from 'mongoose'

/** Proof that the provider's events reach us: the newest message that one came for. `_id` is `email`. */
export interface ProviderSignalRecord {
  _id: string
  latestSentAt: Date
}

const providerSignalSchema = new Schema<ProviderSignalRecord>(
  { _id: { type: String, required: true }, latestSentAt: { type: Date, required: true } },
  { collection: 'provider_signals', strict: 'throw' },
)

export const ProviderSignal = model('ProviderSignal', providerSignalSchema)
