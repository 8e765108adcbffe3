import { expect } from 'chai'
import { recountContacts } from '../../../../commands/audience/contacts/recount-contacts.js'

/** Fails unless the counters of a project equal a count of its contacts. */
export async function expectCounted(projectId: string): Promise<void> {
  expect((await recountContacts(projectId)).differences).to.deep.equal([])
}
