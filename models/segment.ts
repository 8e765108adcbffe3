import { Schema, type mongo } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import { newId } from '../runtime/ids.js'
import { separateChangeTimes } from '../runtime/mongodb/change-times.js'
import { DATABASE_TIMESTAMPS } from '../runtime/mongodb/clock.js'
import { ownedModel } from './owned-model.js'
import { shardByProject } from './shard-key.js'

/**
 * A group of contacts, defined by a condition (DYNAMIC) or manually (STATIC). Contacts store their membership in static
 * and tracked segments, and in a large project in all segments. The condition finds the members of other segments.
 * `slug` is part of the segment's event names and never changes. `computedAt` is the time when all members of a dynamic
 * segment were last computed; null before the first time, and where contacts do not store their membership.
 */
export interface SegmentRecord {
  _id: string
  projectId: string
  name: string
  slug: string
  description: string | null
  type: 'DYNAMIC' | 'STATIC'
  condition: ConditionTree | null
  trackMembership: boolean
  /**
   * Whether contacts store their membership although it is not tracked: of a dynamic segment in a large project. Such
   * moves have no events. Missing: no.
   */
  storesMembers?: boolean
  /**
   * How many members the segment has. Where contacts store their membership, each transaction that moves contacts also
   * changes this number; elsewhere it is the result of the last count.
   */
  memberCount: number
  /** Since when `memberCount` is right, as far as is known; null until all members are counted. */
  countedAt: Date | null
  /**
   * Whether no change has been dispatched since the last count of a segment without stored members, or since a count
   * that is under way began. Missing or null: a sweep has to count the members.
   */
  countState?: 'current' | 'counting' | null
  /** How many contacts the project had at that count, because no dispatch marks a deletion. */
  countedAmong?: number
  computedAt: Date | null
  /**
   * When the last evaluation began of the contacts whose membership time alone may have changed, and of all contacts.
   * Missing: not known.
   */
  evaluatedAt?: Date
  evaluatedWholeAt?: Date
  /** When the tracking of its members began, by MongoDB's cluster time and by its clock. */
  trackedSince?: { clusterTime: mongo.Timestamp; at: Date }
  /** Whether contacts hold the membership of `trackedSince`, so that each further move has its event. */
  hasBaseline?: boolean
  /**
   * Whether contacts still store the membership of an earlier condition, because the computation for the present one
   * has not ended. Missing: no.
   */
  isOutdated?: boolean
  /** Whether time alone can change its members, as of `computedAt` or the last count. Missing: not known yet. */
  isTimed?: boolean
  /**
   * Whether an event changes no membership, because the condition names no event, no campaign and no other segment.
   * Missing: it may.
   */
  ignoresEvents?: boolean
  /**
   * The custom fields of the condition that were deleted at `computedAt`. A further deletion can change all members.
   */
  deletedFields: string[]
  /** The time zone of the days in its condition at `computedAt`; null when the condition has no days. */
  zone: string | null
  /**
   * Increased by every change that affects the members: of the condition, of an inlined condition, or of the tracking.
   */
  revision: number
  /** Increased by transactions that depend on the segment, so that a concurrent change conflicts with them. */
  guard: number
  createdAt: Date
  updatedAt: Date
}

const segmentSchema = new Schema<SegmentRecord>(
  {
    _id: { type: String, default: newId },
    projectId: { type: String, required: true },
    name: { type: String, required: true },
    slug: { type: String, required: true },
    description: { type: String, default: null },
    type: { type: String, enum: ['DYNAMIC', 'STATIC'], required: true },
    condition: { type: Schema.Types.Mixed, default: null },
    trackMembership: { type: Boolean, required: true, default: false },
    storesMembers: Boolean,
    memberCount: { type: Number, required: true, default: 0 },
    countedAt: { type: Date, default: null },
    countState: String,
    countedAmong: Number,
    computedAt: { type: Date, default: null },
    evaluatedAt: Date,
    evaluatedWholeAt: Date,
    trackedSince: { type: Schema.Types.Mixed, default: undefined },
    hasBaseline: Boolean,
    isOutdated: Boolean,
    isTimed: Boolean,
    ignoresEvents: Boolean,
    deletedFields: { type: [String], required: true, default: [] },
    zone: { type: String, default: null },
    revision: { type: Number, required: true, default: 1 },
    guard: { type: Number, required: true, default: 0 },
  },
  { collection: 'segments', timestamps: DATABASE_TIMESTAMPS, strict: 'throw', minimize: false },
)
separateChangeTimes(segmentSchema)
// GET /segments, newest first; every change of contacts and segments: the references and the tracked segments.
segmentSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// POST /segments: a slug is unique, because event names contain it.
segmentSchema.index({ projectId: 1, slug: 1 }, { unique: true })
shardByProject(segmentSchema)

export const Segment = ownedModel<SegmentRecord>('Segment', segmentSchema)
