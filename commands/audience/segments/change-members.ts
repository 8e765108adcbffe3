import { Contact } from '../../../models/contact.js'
import { planDataPatch } from '../../../models/domain/data.js'
import { AppError } from '../../../models/domain/errors.js'
import type { SegmentRecord } from '../../../models/segment.js'
import { changeContacts } from '../contacts/change-contact.js'
import type { ContactChanged } from '../contacts/contact-change.js'
import { firstSpellings } from '../contacts/look-up-contacts.js'
import { findSegment, type SegmentRef } from './find-segment.js'
import { moveMembers } from './move-members.js'
import { normaliseAddress } from '../../../models/domain/addresses.js'
import { spelledAsAny } from '../../base/listing/address-spellings.js'

/** The addresses of contacts that join a segment: at most a few hundred, valid, in any spelling. */
export interface NewMembers extends SegmentRef {
  emails: string[]
  /** Whether contacts are created for unknown addresses, and whether those are subscribed. */
  createMissing: boolean
  subscribed: boolean
}

/**
 * The outcome for the addresses, each counted once. `added` includes `created`. `notFound` holds the first spelling of
 * each address that no contact has.
 */
export interface MembersAdded {
  added: number
  created: number
  alreadyMembers: number
  notFound: string[]
}

/**
 * Adds contacts to a static segment; if it is tracked, each with an entry event. Throws RESOURCE_NOT_FOUND, and
 * BAD_REQUEST for a dynamic segment.
 */
export async function addMembers(input: NewMembers): Promise<MembersAdded> {
  const { projectId, createMissing } = input
  const segment = await findStatic(input)
  const { contactIds, unknown } = await lookUp(projectId, input.emails)
  const changes = createMissing ? await createContacts(input, [...unknown.keys()]) : []
  const enter = [...new Set([...contactIds, ...changes.map(({ contact }) => contact._id)])]
  const { entered } = await moveMembers(segment, { enter, leave: [] })
  return {
    added: entered,
    created: changes.filter(({ isNew }) => isNew).length,
    alreadyMembers: enter.length - entered,
    notFound: createMissing ? [] : [...unknown.values()],
  }
}

/**
 * Removes contacts from a static segment; if it is tracked, each with an exit event. `notFound` is as in
 * `MembersAdded`. Throws RESOURCE_NOT_FOUND, and BAD_REQUEST for a dynamic segment.
 */
export async function removeMembers(
  input: SegmentRef & { emails: string[] },
): Promise<{ removed: number; notFound: string[] }> {
  const segment = await findStatic(input)
  const { contactIds, unknown } = await lookUp(input.projectId, input.emails)
  const { left } = await moveMembers(segment, { enter: [], leave: contactIds })
  return { removed: left, notFound: [...unknown.values()] }
}

async function findStatic(ref: SegmentRef): Promise<SegmentRecord> {
  const segment = await findSegment(ref)
  if (segment.type === 'STATIC') return segment
  throw new AppError('BAD_REQUEST', "You can't add or remove members of a dynamic segment. Its condition decides")
}

/** The contacts with these addresses, and the addresses that no contact has, each with its first spelling. */
async function lookUp(
  projectId: string,
  emails: string[],
): Promise<{ contactIds: string[]; unknown: Map<string, string> }> {
  const unknown = firstSpellings(emails)
  const contacts = await Contact.find({ projectId, email: spelledAsAny([...unknown.keys()]) }, { email: 1 }).lean()
  for (const { email } of contacts) unknown.delete(normaliseAddress(email))
  return { contactIds: contacts.map(({ _id }) => _id), unknown }
}

function createContacts({ projectId, subscribed }: NewMembers, emails: string[]): Promise<ContactChanged[]> {
  return changeContacts({
    changes: emails.map((email) => ({
      projectId,
      who: { email },
      patch: planDataPatch(undefined),
      subscribedWhenNew: subscribed,
      source: 'segment',
    })),
  })
}
