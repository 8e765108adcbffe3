import type { AnyEndpoint } from '../../http/endpoint.js'
import { getContact } from './get-contact.js'
import { listContacts } from './list-contacts.js'
import { upsertContact } from './upsert-contact.js'

export const contactEndpoints: AnyEndpoint[] = [listContacts, upsertContact, getContact]
