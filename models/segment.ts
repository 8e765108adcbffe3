import { model, Schema } from 'mongoose'
import type { ConditionTree } from './domain/conditions/tree.js'
import { newId } from '../runtime/ids.js'

/**
 * A group of contacts: by a condition (DYNAMIC) or by hand (STATIC). The members of static and of tracked
 * segments are noted on the contacts; the others are found by their condition. `slug` names its events and
 * never changes. `computedAt` is when a tracked segment's members were last compared as a whole with its
 * condition, null while that is still to be done for the first time, and for all others.
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
  memberCount: number
  computedAt: Date | null
  /** How many of the custom fields that it asks for the project knew then: one more or less can move anyone. */
  knownFields: number
  /** How often what decides its members changed: its condition, one inlined in it, or whether it is tracked. */
  revision: number
  /** Stepped by transactions that rest on the segment as they read it, so that a change of it conflicts with them. */
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
    memberCount: { type: Number, required: true, default: 0 },
    computedAt: { type: Date, default: null },
    knownFields: { type: Number, required: true, default: 0 },
    revision: { type: Number, required: true, default: 1 },
    guard: { type: Number, required: true, default: 0 },
  },
  { collection: 'segments', timestamps: true, strict: 'throw', minimize: false },
)
// GET /segments, newest first; all segments of a project, for what refers to what and which are tracked.
segmentSchema.index({ projectId: 1, createdAt: -1, _id: -1 })
// One segment a slug, because its events are named by it.
segmentSchema.index({ projectId: 1, slug: 1 }, { unique: true })

export const Segment = model('Segment', segmentSchema)
