import type { AnyEndpoint } from '../../http/endpoint.js'
import { bulkDeleteContacts, bulkSubscribeContacts, bulkUnsubscribeContacts } from './bulk-change-contacts.js'
import { deleteContact } from './delete-contact.js'
import { deleteField } from './delete-field.js'
import { deleteFields } from './delete-fields.js'
import { getBulkJob } from './get-bulk-job.js'
import { getContact } from './get-contact.js'
import { getFieldUsage } from './get-field-usage.js'
import { getImport } from './get-import.js'
import { importContacts } from './import-contacts.js'
import { listContacts } from './list-contacts.js'
import { listFieldValues } from './list-field-values.js'
import { listFields } from './list-fields.js'
import { lookUpContacts } from './look-up-contacts.js'
import { updateContact } from './update-contact.js'
import { upsertContact } from './upsert-contact.js'

export const contactEndpoints: AnyEndpoint[] = [
  listContacts,
  upsertContact,
  getContact,
  updateContact,
  deleteContact,
  listFields,
  listFieldValues,
  getFieldUsage,
  deleteField,
  deleteFields,
  lookUpContacts,
  importContacts,
  getImport,
  bulkSubscribeContacts,
  bulkUnsubscribeContacts,
  bulkDeleteContacts,
  getBulkJob,
]
