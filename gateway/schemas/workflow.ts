import { z } from 'zod'
import { STEP_TYPES } from '../../models/domain/workflow-graph.js'
import { ArchivedField, ArchivedPatch, ArchivedQuery } from './archive.js'
import { VersionAuthor } from './author.js'
import { AwaitedEventName } from './event-name.js'
import { conditionField } from './condition.js'
import { CronExpression } from './cron.js'
import { besideOtherFaults } from './beside-other-faults.js'
import { DateTime, IfUpdatedAt } from './date.js'
import { HeaderAddress } from './email-address.js'
import { Id, idOf, resourceId } from './ids.js'
import { SortedOffsetQuery } from './pagination.js'
import { QueryBoolean, querySwitch } from './query-boolean.js'
import { WantedLanguage } from './starter.js'
import { STEP_CONFIGS } from './steps/step-configs.js'
import { DisplayName, oneLineNameUpTo, SearchText } from './text.js'
import { TimeZone } from './time-zone.js'
import { WorkflowStarterId } from './workflow-starter.js'

/** The limit on the name of a workflow or a step. */
export const MAX_NAME_LENGTH = 255
const MAX_DESCRIPTION_LENGTH = 1_000

/** The name of a workflow or a step. */
export const Name = oneLineNameUpTo(MAX_NAME_LENGTH)
const Description = z.string().max(MAX_DESCRIPTION_LENGTH).nullable()
/** Where an editor draws a step. */
export const Coordinates = z.object({ x: z.number(), y: z.number() }).meta({ title: 'Coordinates' })
/** The config of a step, of any shape. */
export const Config = z.record(z.string(), z.unknown())
const TriggerFilter = conditionField('trigger')
const FILTER_MEANING =
  'Filters the events that start the workflow, by event data and the contact at that moment. Anyone can forge the ' +
  'sender of an `email.received` event. The sender is authenticated if `event.data.dmarcVerdict` equals `PASS`.'

/** The path of everything below one workflow. */
export const WorkflowParams = z.object({ id: resourceId('workflow') })

/** The path of one step. */
export const StepParams = WorkflowParams.extend({ stepId: resourceId('step') })

/** The path of one transition. */
export const TransitionParams = WorkflowParams.extend({ transitionId: resourceId('transition') })

/** The query of GET /workflows/:id. */
export const WorkflowQuery = z.object({
  version: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .meta({ description: 'An older version. Only its name and graph are returned; all other fields are current.' }),
})

/** A step as the API shows it. */
export const StepResponse = z
  .object({
    id: idOf('step'),
    workflowId: idOf('workflow'),
    type: z.enum(STEP_TYPES),
    name: z.string().meta({ examples: ['Start'] }),
    position: Coordinates,
    config: Config,
    templateId: idOf('template').nullable(),
    createdAt: DateTime,
    updatedAt: DateTime,
  })
  .meta({ id: 'Step' })

/** A transition as the API shows it; `condition` repeats `branch` for older clients. */
export const TransitionResponse = z
  .object({
    id: idOf('transition'),
    workflowId: idOf('workflow'),
    fromStepId: idOf('step'),
    toStepId: idOf('nextStep'),
    branch: z.string().nullable(),
    condition: z.object({ branch: z.string() }).nullable(),
    priority: z.number(),
    createdAt: DateTime,
  })
  .meta({ id: 'Transition' })

const WorkflowFields = z.object({
  id: idOf('workflow'),
  name: z.string().meta({ examples: ['Onboarding'] }),
  description: z.string().nullable(),
  enabled: z.boolean(),
  triggerType: z.enum(['EVENT', 'MANUAL', 'SCHEDULE']),
  triggerConfig: z
    .object({
      eventName: z
        .string()
        .optional()
        .meta({ examples: ['signed up'] }),
      filter: TriggerFilter.optional().meta({ description: FILTER_MEANING }),
      cron: z.string().optional(),
      timezone: z.string().optional(),
      segmentId: idOf('segment').optional(),
    })
    .meta({ title: 'StoredTriggerConfig' }),
  allowReentry: z.boolean(),
  archived: ArchivedField,
  version: z.int().meta({ examples: [1] }),
  projectId: idOf('project'),
  createdAt: DateTime,
  updatedAt: DateTime,
})

/** A workflow with its graph. */
export const WorkflowResponse = WorkflowFields.extend({
  steps: z.array(StepResponse),
  transitions: z.array(TransitionResponse),
}).meta({ id: 'Workflow' })

/** A version of a workflow without its graph. */
export const VersionResponse = z
  .object({
    version: z.int().meta({ examples: [1] }),
    name: z.string().meta({ examples: ['Onboarding'] }),
    createdAt: DateTime,
    author: VersionAuthor,
    activeExecutions: z
      .int()
      .min(0)
      .meta({ examples: [12] }),
  })
  .meta({ id: 'WorkflowVersion' })

/** A workflow in a list. */
export const WorkflowListItem = WorkflowFields.extend({
  _count: z.object({
    steps: z.int(),
    executions: z.int(),
    activeExecutions: z.int().meta({ description: 'Executions that have not ended.' }),
    failedLastDay: z.int().meta({ description: 'Executions that failed in the last 24 hours.' }),
  }),
}).meta({ id: 'ListedWorkflow' })

const TriggerConfig = z
  .object({
    eventName: AwaitedEventName.optional(),
    filter: TriggerFilter.nullish().meta({ description: FILTER_MEANING }),
    cron: CronExpression.optional(),
    timezone: TimeZone.optional().meta({ description: 'The time zone of `cron`; UTC if omitted.' }),
    segmentId: Id.nullish().meta({
      description: 'The segment that a SCHEDULE workflow starts for. All contacts if omitted.',
    }),
  })
  .transform(({ filter, segmentId, ...rest }) => ({
    ...rest,
    ...(filter ? { filter } : {}),
    ...(segmentId ? { segmentId } : {}),
  }))
  .meta({ title: 'TriggerConfig' })

function requireNameOrStarter(
  { starter, name, from }: { starter?: string | undefined; name?: string | undefined; from?: string | undefined },
  context: Pick<z.RefinementCtx, 'addIssue'>,
): void {
  const lacking = starter === undefined ? name === undefined && 'name' : from === undefined && 'from'
  if (!lacking) return
  context.addIssue({ code: 'custom', path: [lacking], message: 'Required', params: { code: 'required' } })
}

/**
 * The workflow to create, which an event starts until a change names another trigger. `triggerConfig.eventName` may
 * replace `eventName`.
 */
export const NewWorkflow = z
  .object({
    name: Name.optional().meta({ description: 'Required without a `starter`.' }),
    description: Description.default(null),
    eventName: AwaitedEventName.nullish(),
    triggerConfig: TriggerConfig.nullish(),
    allowReentry: z.boolean().optional().meta({ description: 'Defaults to that of the starter, or to false.' }),
    starter: WorkflowStarterId.optional().meta({
      description:
        'A workflow to start from, with its name, event and steps. A template is created for each of its emails.',
    }),
    language: WantedLanguage,
    from: HeaderAddress.optional().meta({
      description: 'The sender address of the templates of a `starter`, and required with one.',
    }),
    fromName: DisplayName,
  })
  .superRefine(requireNameOrStarter, besideOtherFaults)
  .meta({ id: 'WorkflowInput' })

/** The fields of a workflow to change; an omitted field stays as it is. */
export const WorkflowPatch = z
  .object({
    name: Name.optional(),
    description: Description.optional(),
    enabled: z.boolean().optional(),
    triggerType: z.enum(['EVENT', 'MANUAL', 'SCHEDULE']).optional(),
    triggerConfig: TriggerConfig.optional(),
    allowReentry: z.boolean().optional(),
    archived: ArchivedPatch,
    ifUpdatedAt: IfUpdatedAt,
  })
  .meta({ id: 'WorkflowPatch' })

/** The query of GET /workflows; `status` is an alternative to `enabled`. */
export const WorkflowListQuery = SortedOffsetQuery.extend({
  search: SearchText.optional(),
  enabled: QueryBoolean.optional().meta({ override: { type: 'boolean' } }),
  status: z.enum(['active', 'disabled']).optional(),
  archived: ArchivedQuery,
})

const step = <T extends keyof typeof STEP_CONFIGS>(type: T, id: string) =>
  z
    .object({
      type: z.literal(type),
      name: Name,
      config: STEP_CONFIGS[type],
      position: Coordinates.nullable().default(null),
      templateId: Id.nullable().default(null),
      autoConnect: z.boolean().default(false),
    })
    .meta({ id })

/** The step to add; its type determines the shape of the config. */
export const NewStep = z
  .discriminatedUnion(
    'type',
    [
      step('SEND_EMAIL', 'SendEmailStepInput'),
      step('DELAY', 'DelayStepInput'),
      step('WAIT_FOR_EVENT', 'WaitForEventStepInput'),
      step('CONDITION', 'ConditionStepInput'),
      step('WEBHOOK', 'WebhookStepInput'),
      step('UPDATE_CONTACT', 'UpdateContactStepInput'),
      step('EXIT', 'ExitStepInput'),
      step('TRIGGER', 'TriggerStepInput'),
    ],
    { error: `The type of a step must be one of ${Object.keys(STEP_CONFIGS).join(', ')}` },
  )
  .meta({ id: 'StepInput' })

/** The fields of a step to change; an omitted field stays as it is. */
export const StepPatch = z
  .object({
    name: Name.optional(),
    position: Coordinates.optional(),
    config: Config.optional().meta({
      description:
        'Replaces the whole config. The shape depends on the type of the step, as in `StepInput`. The template ' +
        'stays unless you set another one, or null, here or in `templateId`.',
    }),
    templateId: Id.nullable().optional(),
    type: z.enum(STEP_TYPES).optional().meta({ description: 'The current type. It cannot be changed.' }),
  })
  .meta({ id: 'StepPatch' })

/** The query of DELETE /workflows/:id/steps/:stepId. */
export const StepDeletion = z.object({
  splice: querySwitch('Whether to connect the previous steps to the step after this one.'),
})

/** An outcome of a step; null serves every outcome. */
export const Branch = z.string().nullable()

/** The transition to add; `condition.branch` may replace `branch`. */
export const NewTransition = z
  .object({
    fromStepId: Id,
    toStepId: Id,
    branch: Branch.optional(),
    condition: z.object({ branch: Branch.optional() }).nullish(),
    priority: z.int().default(0),
  })
  .meta({ id: 'TransitionInput' })

/** The query of GET /workflows/fields; a blank name counts as omitted. */
export const WorkflowFieldsQuery = z.object({
  eventName: SearchText.optional().meta({ description: 'Also lists the fields of this event.' }),
})

/** The fields that a CONDITION can compare; `fields` are the names in `typedFields`. */
export const WorkflowFieldList = z
  .object({
    fields: z.array(z.string()).meta({ examples: [['email', 'data.plan', 'event.orderId']] }),
    typedFields: z
      .array(
        z.object({
          field: z.string(),
          type: z.enum(['string', 'number', 'boolean', 'date']),
          category: z.enum(['Contact Fields', 'Custom Data', 'Event Data']),
        }),
      )
      .meta({
        examples: [
          [
            { field: 'email', type: 'string', category: 'Contact Fields' },
            { field: 'data.plan', type: 'string', category: 'Custom Data' },
            { field: 'event.orderId', type: 'number', category: 'Event Data' },
          ],
        ],
      }),
    count: z.int().meta({ examples: [3] }),
  })
  .meta({ id: 'WorkflowFieldList' })
