import { model, Schema } from 'mongoose'
import { INSTALLATION, leaveUnsharded } from './shard-key.js'

/** The kinds of lists that an operator can refresh. */
export const ADDRESS_LISTS = ['disposable', 'personal', 'alias'] as const

export type AddressListKind = (typeof ADDRESS_LISTS)[number]

/** A list of domains that replaces the shipped one. */
export interface AddressListRecord {
  _id: AddressListKind
  /** The domains in lower case, sorted, one a line. */
  domains: string
  count: number
  createdAt: Date
  updatedAt: Date
}

const addressListSchema = new Schema<AddressListRecord>(
  {
    _id: { type: String, enum: ADDRESS_LISTS, required: true },
    domains: { type: String, required: true },
    count: { type: Number, required: true },
  },
  { collection: 'address_lists', timestamps: true, strict: 'throw' },
)
leaveUnsharded(addressListSchema, INSTALLATION)

export const AddressList = model('AddressList', addressListSchema)
