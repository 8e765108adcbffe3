import { contactScope } from '../../../mail/rendering/contact-scope.js'
import type { ContactRecord } from '../../../models/contact.js'
import { variablesFor, type DataPatch } from '../../../models/domain/data.js'
import { escapeData, unescapeData } from '../../../models/domain/fields.js'
import type { EmailRecord } from '../../../models/email.js'
import { storeTests, type TestMessage, type TestSettings } from '../emails/store-test.js'
import { testReceivers, type TestReceivers } from '../../tenancy/projects/test-receivers.js'
import { findPreviewed, type PreviewRecipient } from './preview-recipient.js'

/** A draft to be sent as a test, filled in as for `recipient`. */
export interface TestDraft extends Omit<TestMessage, 'to' | 'valuesFor'> {
  recipient: PreviewRecipient
}

/**
 * Stores a test of a draft to members and test addresses of the project, an email for each. It is filled in for the
 * contact or the address that is named; otherwise for each receiver, with the data over the fields of that contact.
 * Throws VALIDATION_ERROR on `to` for an address that gets no tests, CONTACT_NOT_FOUND, and as `storeTests` does.
 */
export async function sendPreview(
  receivers: TestReceivers,
  { recipient, ...draft }: TestDraft,
  settings: TestSettings,
): Promise<EmailRecord[]> {
  const { projectId } = receivers
  const addresses = await testReceivers(receivers)
  const about = await findPreviewed(projectId, recipient)
  const own = ownData(recipient)
  const valuesFor = (member: ContactRecord | null) => {
    if (!about) return Object.keys(own).length > 0 ? { variables: { data: escapeData(own) } } : {}
    const scope = { ...hiddenFields(member), ...contactScope(about, own) }
    const isOther = about._id !== '' && about._id !== member?._id
    return { variables: { scope: escapeData(scope) }, aboutContactId: isOther ? about._id : null }
  }
  return storeTests(addresses, { ...draft, valuesFor }, settings)
}

/** The values of this test alone; a field that the data removes is null. */
function ownData({ patch, language }: PreviewRecipient): Record<string, unknown> {
  return { ...removed(patch), ...variablesFor({}, patch), ...(language === null ? {} : { locale: language }) }
}

function removed({ unset }: DataPatch): Record<string, null> {
  return Object.fromEntries(unset.map((key) => [key, null]))
}

// The scope hides the fields of the member: the message must not show one that the previewed contact lacks.
function hiddenFields(member: ContactRecord | null): Record<string, null> {
  return Object.fromEntries(Object.keys(unescapeData(member?.data ?? {})).map((key) => [key, null]))
}
