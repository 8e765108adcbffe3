import { Contact } from '../../../models/contact.js'
import type { SegmentRecord } from '../../../models/segment.js'
import type { Addressed } from '../../audience/contacts/audience.js'
import { RANDOM_PART_INDEX, randomPart } from '../../audience/contacts/random-part.js'
import { MEMBERS_INDEX, storedMembers } from '../../audience/segments/stored-members.js'
import { MAX_READ } from '../../base/listing/read-bounds.js'
import { scan } from '../../base/listing/scan.js'
import type { CountInTime } from './count-audience.js'
import { countMet, MET_FIELDS, type Met } from './estimate-audience.js'

const LIMIT_MS = 2_000
// The members of a large segment are read in groups, each from another place of the project on.
const GROUPS = 50
const IN_GROUP = 100

/**
 * Counts an audience that is a segment with stored members. Up to 10,000 members are read, and counted exactly. Of a
 * larger segment the total is its stored number, and some thousand members stand for the others. Throws
 * SERVICE_UNAVAILABLE when reading takes too long.
 */
export async function countStoredMembers(audience: Addressed, segment: SegmentRecord): Promise<CountInTime> {
  const { memberCount } = segment
  const isExact = memberCount <= MAX_READ
  const met = isExact ? await readAll(segment) : await readSome(segment)
  const all = isExact ? met.length : memberCount
  const scaled = (count: number): number => (met.length === 0 ? 0 : Math.round((count / met.length) * all))
  return { counted: await countMet(audience, met, scaled), isExact }
}

function readAll(segment: SegmentRecord): Promise<Met[]> {
  return scan(
    segment.projectId,
    (limits) =>
      Contact.find(storedMembers(segment), MET_FIELDS, limits)
        .hint(MEMBERS_INDEX)
        .sort({ _id: -1 })
        .limit(MAX_READ)
        .lean<Met[]>(),
    Date.now() + LIMIT_MS,
  )
}

async function readSome(segment: SegmentRecord): Promise<Met[]> {
  const places = await findPlaces(segment.projectId)
  const groups = await scan(
    segment.projectId,
    (limits) =>
      Promise.all(
        places.map((place) =>
          Contact.find({ ...storedMembers(segment), _id: { $gte: place } }, MET_FIELDS, limits)
            .hint(MEMBERS_INDEX)
            .sort({ _id: 1 })
            .limit(IN_GROUP)
            .lean<Met[]>(),
        ),
      ),
    Date.now() + LIMIT_MS,
  )
  return [...new Map(groups.flat().map((contact) => [contact._id, contact])).values()]
}

/** The ids of some contacts of a project, drawn at random. */
async function findPlaces(projectId: string): Promise<string[]> {
  const part = await randomPart(projectId)
  const drawn = await scan(
    projectId,
    (limits) => Contact.find(part, { _id: 1 }, limits).hint(RANDOM_PART_INDEX).lean<{ _id: string }[]>(),
    Date.now() + LIMIT_MS,
  )
  const step = Math.max(1, Math.floor(drawn.length / GROUPS))
  return drawn.filter((_, index) => index % step === 0).map(({ _id }) => _id)
}
