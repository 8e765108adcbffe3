import { allOf, type MongoFilter } from '../../../models/domain/conditions/mongo-filter.js'
import type { OwnedQuery } from '../../../models/owned-model.js'
import { bySegment, byTime, fewNewest, type ContactPart, type Selection } from './contact-parts.js'
import { areFew } from './read-parts.js'

/** The conditions of a query on contacts that all have to hold, each on one field or a group of alternatives. */
function conditionsOf(query: MongoFilter): MongoFilter[] {
  return Object.entries(query).flatMap(([field, value]) => {
    if (field === 'projectId') return []
    return field === '$and' ? (value as MongoFilter[]).flatMap(conditionsOf) : [{ [field]: value }]
  })
}

/** Whether a query matches no contact whatever there is, such as a condition on a field that nobody has. */
export function isOfNothing(query: MongoFilter): boolean {
  return conditionsOf(query).some(({ $nor }) => Array.isArray($nor) && $nor.some(isEmpty))
}

/** The contacts of a query, of which an index tells only the project. */
export function selectionOf(projectId: string, query: OwnedQuery): Selection {
  return { projectId, base: { projectId }, rest: conditionsOf(query) }
}

/**
 * The contacts of a query as a part that an index answers as well as any: by an address, a segment whose members hold
 * its id, the end of a pause, or else by time and subscription.
 */
export async function indexedPart(projectId: string, query: OwnedQuery): Promise<ContactPart> {
  const { rest: conditions } = selectionOf(projectId, query)
  /** Takes the conditions that an index answers out of all. */
  const select = (isIndexed: (condition: MongoFilter) => boolean): Selection => ({
    projectId,
    base: allOf([{ projectId }, ...conditions.filter(isIndexed)]),
    rest: conditions.filter((condition) => !isIndexed(condition)),
  })
  const find = (isIndexed: (condition: MongoFilter) => boolean): Selection | null => {
    const first = conditions.find(isIndexed)
    return first ? select((condition) => condition === first) : null
  }
  const addressed = find(isAddresses)
  if (addressed) return fewNewest(addressed, { projectId: 1, email: 1 })
  const paused = find(isPaused)
  const byPause = { projectId: 1, snoozedUntil: 1 } as const
  if (paused && (await areFew(projectId, paused.base, byPause))) return fewNewest(paused, byPause)
  const ofSegment = find(isMembership)
  if (ofSegment) return bySegment(ofSegment)
  const hasSubscription = conditions.some(isSubscription)
  return byTime(
    select((condition) => isCreation(condition) || isSubscription(condition)),
    { dir: 'desc', hasSubscription },
  )
}

function isAddresses({ email }: MongoFilter): boolean {
  return isObject(email) && '$in' in email
}

function isPaused({ snoozedUntil }: MongoFilter): boolean {
  return isObject(snoozedUntil) && '$gt' in snoozedUntil
}

function isMembership({ segments }: MongoFilter): boolean {
  return typeof segments === 'string'
}

function isSubscription({ subscribed }: MongoFilter): boolean {
  return typeof subscribed === 'boolean' || (isObject(subscribed) && '$eq' in subscribed)
}

function isCreation({ createdAt }: MongoFilter): boolean {
  return isObject(createdAt) && Object.keys(createdAt).every((bound) => ['$gt', '$gte', '$lt', '$lte'].includes(bound))
}

function isEmpty(filter: MongoFilter): boolean {
  return Object.keys(filter).length === 0
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
