import { Contact } from '../../../models/contact.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { createKept } from '../../base/listing/kept.js'

/** The index that answers for a random part. */
export const RANDOM_PART_INDEX = { projectId: 1, email: 1 } as const

// A share of 10 % of some thousand contacts is known to within 1 %.
const GROUPS = 12
const IN_GROUP = 250
// The time in the ids of contacts (UUIDv7): the digits before the second hyphen.
const TIME_DIGITS = 12

const keptPart = createKept<OwnedQuery>()

/** As `drawPart`, drawn at most a minute ago. */
export function randomPart(projectId: string): Promise<OwnedQuery> {
  return keptPart(projectId, () => drawPart(projectId))
}

/**
 * The filter of some thousand contacts of a project, drawn at random. They are the contacts that follow some of
 * different ages in the order of addresses, which says nothing of when a contact was created nor of its fields. No
 * index has a random order: it would cost every new contact an entry. The filter of a project without contacts matches
 * none.
 */
async function drawPart(projectId: string): Promise<OwnedQuery> {
  const [oldest, newest] = await Promise.all([contactAtEnd(projectId, 1), contactAtEnd(projectId, -1)])
  if (!oldest || !newest) return { projectId, _id: '' }
  const [from, to] = [timeIn(oldest._id), timeIn(newest._id)]
  const groups = await Promise.all(
    Array.from({ length: GROUPS }, () => groupAfter(projectId, idOfTime(from + Math.random() * (to - from)))),
  )
  return { projectId, $or: groups }
}

/** The range of the addresses of a group, which begins with that of the first contact from an id on. */
async function groupAfter(projectId: string, id: string): Promise<OwnedQuery> {
  const created = { projectId, _id: { $gte: id } }
  // indexed: the first of a range of ids.
  const first = await Contact.findOne(created, { email: 1 }).sort({ _id: 1 }).hint({ projectId: 1, _id: 1 }).lean()
  const from = { projectId, email: { $gte: first?.email ?? '' } }
  // indexed: the addresses of a group.
  const last = await Contact.findOne(from, { _id: 0, email: 1 })
    .sort({ email: 1 })
    .skip(IN_GROUP - 1)
    .hint(RANDOM_PART_INDEX)
    .lean()
  return last ? { projectId, email: { ...from.email, $lte: last.email } } : from
}

function contactAtEnd(projectId: string, direction: 1 | -1): PromiseLike<{ _id: string } | null> {
  // indexed: the first or the last id of the project.
  return Contact.findOne({ projectId }, { _id: 1 }).sort({ _id: direction }).hint({ projectId: 1, _id: 1 }).lean()
}

function timeIn(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, TIME_DIGITS), 16)
}

function idOfTime(time: number): string {
  const digits = Math.floor(time).toString(16).padStart(TIME_DIGITS, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}
