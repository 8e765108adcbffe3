import { z } from 'zod'
import { readConditionTree } from '../../models/domain/conditions/read-condition-tree.js'
import { isPlainObject } from '../../models/domain/fields.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { ConditionField } from './condition.js'
import { DateTime, IfUpdatedAt } from './date.js'
import { SpelledEmailAddress } from './email-address.js'
import { idOf, resourceId } from './ids.js'
import { nameUpTo } from './text.js'

/** The limit on the name of a segment, in characters. */
export const MAX_SEGMENT_NAME_LENGTH = 100
const MAX_DESCRIPTION_LENGTH = 500
const MAX_EMAILS = 500

const SegmentType = z.enum(['DYNAMIC', 'STATIC'])
const Name = nameUpTo(MAX_SEGMENT_NAME_LENGTH)
const Description = z.string().max(MAX_DESCRIPTION_LENGTH).nullable()
const Emails = z.array(SpelledEmailAddress).min(1).max(MAX_EMAILS)

const Exact = z.boolean().meta({
  description: 'Whether all members are counted. False while the members are computed.',
})
const CountedAt = DateTime.nullable().meta({
  description:
    'Since when `memberCount` is the number of members, as far as is known. Null while the members are computed.',
})

/** The path of everything below one segment. */
export const SegmentParams = z.object({ id: resourceId('segment') })

/** A segment as the API shows it. */
export const SegmentResponse = z
  .object({
    id: idOf('segment'),
    name: z.string().meta({ examples: ['Power users'] }),
    slug: z.string().meta({
      description: 'Never changes. It is part of the event names `segment.<slug>.entry` and `segment.<slug>.exit`.',
      examples: ['power-users'],
    }),
    description: z.string().nullable(),
    type: SegmentType,
    condition: ConditionField.nullable().meta({ description: 'Null for a static segment.' }),
    trackMembership: z.boolean(),
    memberCount: z.int().meta({ examples: [42] }),
    exact: Exact,
    countedAt: CountedAt,
    lastComputedAt: DateTime.nullable().meta({
      description:
        'When all members of a dynamic segment were last computed. Null for an untracked segment of a project with at ' +
        'most 10,000 contacts.',
    }),
    projectId: idOf('project'),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Segment' })

/** A copy of a segment. */
export const SegmentCopyResponse = SegmentResponse.extend({
  jobId: idOf('job').nullable().meta({ description: 'The job that adds the members of a static segment.' }),
}).meta({ id: 'SegmentCopy' })

/** The segment to create; the condition of a static one is ignored. */
export const NewSegment = z
  .object({
    name: Name,
    description: Description.default(null),
    type: SegmentType.default('DYNAMIC'),
    condition: z
      .unknown()
      .optional()
      .meta({
        description: 'Required for a dynamic segment, ignored for a static one.',
        override: { $ref: '#/components/schemas/ConditionTree' },
      }),
    trackMembership: z.boolean().default(false),
  })
  .superRefine(({ type, condition }, context) => {
    if (type === 'STATIC') return
    if (!isPlainObject(condition)) {
      const message = 'A dynamic segment requires a condition'
      context.addIssue({ code: 'custom', path: ['condition'], message, params: { code: 'required' } })
      return
    }
    for (const { field, message, code } of readConditionTree(condition).errors ?? []) {
      context.addIssue({ code: 'custom', path: field.split('.'), message, params: { code } })
    }
  }, besideOtherFaults)
  .transform(({ condition, ...segment }) => ({
    ...segment,
    condition: segment.type === 'STATIC' ? null : (readConditionTree(condition).tree ?? null),
  }))
  .meta({ id: 'SegmentInput' })

/** The fields of a segment to change; an omitted field stays as it is. */
export const SegmentPatch = z
  .object({
    name: Name.optional(),
    description: Description.optional(),
    type: SegmentType.optional().meta({ description: 'The type cannot be changed. A different value is rejected.' }),
    condition: ConditionField.optional().meta({ description: 'Ignored for a static segment.' }),
    trackMembership: z.boolean().optional(),
    ifUpdatedAt: IfUpdatedAt,
  })
  .meta({ id: 'SegmentPatch' })

/** The addresses of the contacts to add to a static segment. */
export const NewMembers = z
  .object({
    emails: Emails,
    createMissing: z.boolean().default(false).meta({ description: 'Creates contacts for unknown addresses.' }),
    subscribed: z.boolean().default(true).meta({ description: 'Whether the created contacts are subscribed.' }),
  })
  .meta({ id: 'SegmentMembersInput' })

/** The addresses of the contacts to remove from a static segment. */
export const FormerMembers = z.object({ emails: Emails }).meta({ id: 'FormerMembers' })

const NotFound = z.array(z.string()).meta({
  description: 'Addresses without a contact, as first spelled.',
  examples: [['nobody@example.com']],
})

/** The outcome of adding members. */
export const MembersAddedResponse = z
  .object({
    added: z.int().meta({ description: 'Includes the created contacts.', examples: [2] }),
    created: z.int(),
    alreadyMembers: z.int(),
    notFound: NotFound,
  })
  .meta({ id: 'MembersAdded' })

/** The outcome of removing members. */
export const MembersRemovedResponse = z
  .object({ removed: z.int().meta({ examples: [2] }), notFound: NotFound })
  .meta({ id: 'MembersRemoved' })

/** How many contacts joined and left a computed segment, and how many members it has now. */
export const SegmentComputedResponse = z
  .object({
    added: z.int().meta({ examples: [3] }),
    removed: z.int().meta({ examples: [1] }),
    total: z.int().meta({ examples: [42] }),
  })
  .meta({ id: 'SegmentComputed' })

/** The current number of members of a segment. */
export const MemberCountResponse = z
  .object({ memberCount: z.int().meta({ examples: [42] }), exact: Exact, countedAt: CountedAt })
  .meta({ id: 'MemberCount' })

const named = (kind: 'campaign' | 'segment' | 'workflow', name: string) =>
  z.array(z.object({ id: idOf(kind), name: z.string().meta({ examples: [name] }) }))

/** The resources that need a segment. */
export const SegmentUsageResponse = z
  .object({
    campaigns: named('campaign', 'Spring sale').meta({
      description: 'Drafts, and campaigns that are scheduled or being sent.',
    }),
    segments: named('segment', 'Paying customers').meta({
      description: 'Segments with a condition that refers to this segment.',
    }),
    workflows: named('workflow', 'Onboarding').meta({
      description: 'Enabled workflows, and workflows with active executions that may still reach such a step.',
    }),
    workflowSteps: z
      .array(
        z.object({
          id: idOf('step'),
          name: z.string().meta({ examples: ['Is it a power user?'] }),
          workflowId: idOf('workflow'),
          workflowName: z.string().meta({ examples: ['Onboarding'] }),
        }),
      )
      .meta({ description: 'The workflow steps that use it. A trigger is the TRIGGER step.' }),
  })
  .meta({ id: 'SegmentUsage' })

/** The segments that a contact is in; a project's quota of segments bounds the list. */
export const ContactSegmentsResponse = z
  .object({ data: z.array(SegmentResponse.pick({ id: true, name: true, type: true, trackMembership: true })) })
  .meta({ id: 'ContactSegments' })
