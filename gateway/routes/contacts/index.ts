import type { AnyEndpoint } from '../../http/endpoint.js'
import {
  bulkDeleteContactsRoute,
  bulkSubscribeContactsRoute,
  bulkUnsubscribeContactsRoute,
} from './bulk-change-contacts.js'
import { bulkJoinContactsRoute } from './bulk-join-contacts.js'
import { deleteContactRoute } from './delete-contact.js'
import { deleteFieldRoute } from './delete-field.js'
import { deleteFieldsRoute } from './delete-fields.js'
import { getBulkJobRoute } from './get-bulk-job.js'
import { getContactRoute } from './get-contact.js'
import { getFieldUsageRoute } from './get-field-usage.js'
import { getImportErrorsRoute } from './get-import-errors.js'
import { getImportRoute } from './get-import.js'
import { importContactsRoute } from './import-contacts.js'
import { listContactSegmentsRoute } from './list-contact-segments.js'
import { listContactsRoute } from './list-contacts.js'
import { listFieldValuesRoute } from './list-field-values.js'
import { listFieldsRoute } from './list-fields.js'
import { listImportsRoute } from './list-imports.js'
import { lookUpContactsRoute } from './look-up-contacts.js'
import { searchContactsRoute } from './search-contacts.js'
import { updateContactRoute } from './update-contact.js'
import { upsertContactRoute } from './upsert-contact.js'

export const contactEndpoints: AnyEndpoint[] = [
  listContactsRoute,
  upsertContactRoute,
  getContactRoute,
  listContactSegmentsRoute,
  updateContactRoute,
  deleteContactRoute,
  listFieldsRoute,
  listFieldValuesRoute,
  getFieldUsageRoute,
  deleteFieldRoute,
  deleteFieldsRoute,
  lookUpContactsRoute,
  searchContactsRoute,
  importContactsRoute,
  listImportsRoute,
  getImportRoute,
  getImportErrorsRoute,
  bulkSubscribeContactsRoute,
  bulkUnsubscribeContactsRoute,
  bulkDeleteContactsRoute,
  bulkJoinContactsRoute,
  getBulkJobRoute,
]
