import { z } from 'zod'
import { CAMPAIGNS_WITH_RECEIPTS } from '../../models/domain/campaign-receipt.js'
import { CONDITION_OPERATORS } from '../../models/domain/conditions/operators.js'
import { readConditionTree } from '../../models/domain/conditions/read-condition-tree.js'
import type { ConditionScope } from '../../models/domain/conditions/read-filter.js'
import {
  MAX_CONDITION_DEPTH,
  MAX_DAYS_AHEAD,
  MAX_FILTERS,
  MAX_LIST_VALUES,
  MAX_VALUE_LENGTH,
  type ConditionTree,
} from '../../models/domain/conditions/tree.js'
import { DELAY_UNITS_MS } from '../../models/domain/delay.js'

type JsonSchema = Record<string, unknown>

const EXAMPLE: ConditionTree = {
  logic: 'AND',
  groups: [
    {
      filters: [
        { field: 'data.plan', operator: 'equals', value: 'pro' },
        { field: 'data.lastLogin', operator: 'within', value: 30, unit: 'days' },
      ],
    },
    {
      filters: [],
      conditions: {
        logic: 'OR',
        groups: [
          { filters: [{ field: 'email.opened', operator: 'triggered' }] },
          { filters: [{ field: 'event.signed up', operator: 'triggeredWithin', value: 7, unit: 'days' }] },
        ],
      },
    },
  ],
}
const EVENT_EXAMPLE: ConditionTree = {
  logic: 'AND',
  groups: [{ filters: [{ field: 'event.data.total', operator: 'greaterThan', value: 100 }] }],
}

const DAYS = "A date without a time, such as `2026-05-10`, means the whole day in the project's time zone."
const TIMES =
  '`within` and `olderThan` look back from now by `value` and `unit`; `withinNext` looks ahead, and matches a date alone ' +
  'if any moment of that day is within the time. `anniversary` compares the month and the day of the month alone with ' +
  "today in the project's time zone, or with a day so many days ahead (`value`, a whole number up to " +
  `${MAX_DAYS_AHEAD}); in years without 29 February, 28 February stands for it.`
const CAMPAIGNS =
  `Contacts remember the last ${CAMPAIGNS_WITH_RECEIPTS} campaigns of the project that were sent: \`campaign.<id>\` can name ` +
  'these and unsent ones. A stored condition matches no contact once its campaign is older, also with `notReceived`.'
const ACTIVITIES =
  'The activities are sent, delivered, opened, clicked, bounced and complained: a click counts as opened, and only a ' +
  'permanent bounce as bounced; the event `email.open` only stands for loaded images. The recipients of a campaign ' +
  'are the contacts to whom it was sent without a permanent bounce; `notOpened` and `notClicked` hold only for them. ' +
  'All of this includes emails that the retention has deleted. A segment is evaluated by its condition at that ' +
  'moment, tracked or not.'

/** For each place of a condition: its name in the reference, its subject, and the fields that it may name. */
const SCOPES: Record<ConditionScope, { id: string; subject: string; fields: string; example: ConditionTree }> = {
  contact: {
    id: 'ConditionTree',
    subject: 'contacts',
    fields:
      '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>`, ' +
      '`campaign.<id>`, `segment.<id>`',
    example: EXAMPLE,
  },
  workflow: {
    id: 'StepCondition',
    subject: 'contacts',
    fields:
      '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>`, ' +
      '`campaign.<id>`, `segment.<id>`, and `event.<path>`, or `event.data.<path>` alike, for the context of the ' +
      'execution',
    example: EXAMPLE,
  },
  trigger: {
    id: 'TriggerFilter',
    subject: 'events and contacts',
    fields:
      '`email`, `subscribed`, `createdAt`, `updatedAt`, `data.<key>`, `event.<name>`, `email.<activity>`, ' +
      '`campaign.<id>`, `segment.<id>`, and `event.data.<path>` for the data of the event',
    example: EVENT_EXAMPLE,
  },
  wait: {
    id: 'WaitFilter',
    subject: 'events',
    fields: '`event.data.<path>` for the data of the event',
    example: EVENT_EXAMPLE,
  },
}

/**
 * A condition in a request, and in an answer as it is stored. Its faults are reported by path, together with all others
 * of the request.
 */
export function conditionField(scope: ConditionScope): z.ZodType<ConditionTree> {
  const { id, subject, fields, example } = SCOPES[scope]
  return z
    .unknown()
    .transform((sent, context): ConditionTree => {
      const { tree, errors } = readConditionTree(sent, { prefix: '', scope })
      if (tree) return tree
      for (const { field, message, code } of errors) {
        const path = field === '' ? [] : field.split('.')
        context.addIssue({ code: 'custom', path, message, params: { code } })
      }
      return z.NEVER
    })
    .meta({ id, description: descriptionOf(subject, fields), override: { ...treeSchema(id), examples: [example] } })
}

/** The condition of a segment or an audience. */
export const ConditionField = conditionField('contact')

function descriptionOf(subject: string, fields: string): string {
  return [
    `Selects ${subject}. A filter uses one of ${fields}. All filters and the nested condition of a group must match. ` +
      `\`logic\` combines the groups. At most ${MAX_CONDITION_DEPTH} levels and ${MAX_FILTERS} filters.`,
    DAYS,
    TIMES,
    ...(fields.includes('<activity>') ? [ACTIVITIES, CAMPAIGNS] : []),
  ].join(' ')
}

function treeSchema(id: string): JsonSchema {
  return {
    type: 'object',
    required: ['logic', 'groups'],
    properties: {
      logic: { type: 'string', enum: ['AND', 'OR'] },
      groups: { type: 'array', minItems: 1, items: groupSchema(id) },
    },
  }
}

function groupSchema(id: string): JsonSchema {
  return {
    title: `${id}Group`,
    type: 'object',
    description: 'At least one filter or a nested condition.',
    properties: {
      filters: { type: 'array', maxItems: MAX_FILTERS, items: filterSchema() },
      conditions: { $ref: `#/components/schemas/${id}` },
    },
  }
}

function filterSchema(): JsonSchema {
  return {
    title: 'ConditionFilter',
    type: 'object',
    required: ['field', 'operator'],
    properties: {
      field: { type: 'string', minLength: 1, maxLength: MAX_VALUE_LENGTH },
      operator: { type: 'string', enum: [...CONDITION_OPERATORS] },
      value: {
        description:
          `The text, number or boolean to compare with; a list of up to ${MAX_LIST_VALUES} for \`in\` and \`notIn\`, the ` +
          'number of units for operators such as `within`, the days from now for `anniversary` (none: today).',
      },
      unit: { type: 'string', enum: Object.keys(DELAY_UNITS_MS) },
    },
  }
}
