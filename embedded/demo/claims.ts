import { z } from 'zod'
import { describeAnswer, type Answer, type Api } from './api.js'
import { buildWorkflow, type BuiltWorkflow, type WorkflowPlan } from './build-workflow.js'
import { subjectsOf, type Inbox, type Received } from './inbox.js'
import type { Claim } from './story.js'

const Tracked = z.object({ data: z.object({ contact: z.string(), event: z.string() }) })

/** Claims that a request is accepted. */
export function isAccepted(that: string, send: () => Promise<Answer>): Claim<Answer> {
  return {
    that,
    expected: '200',
    look: send,
    holds: ({ status }) => status === 200,
    tell: (answer) => (answer.status === 200 ? 'answered 200' : describeAnswer(answer)),
  }
}

/** Claims that a workflow can be built and enabled over the API. A look builds it, so check this claim once. */
export function isBuilt<Name extends string>(api: Api, plan: WorkflowPlan<Name>): Claim<BuiltWorkflow> {
  return {
    that: `The workflow "${plan.name}" is built over the API and enabled`,
    expected: 'enabled',
    look: () => buildWorkflow(api, plan),
    holds: ({ enabled }) => enabled,
    tell: ({ steps, transitions }) => `${steps.length} steps, ${transitions.length} transitions`,
  }
}

/** Claims that an event is recorded with the public key. A look tracks it, so check this claim once. */
export function isTracked(
  tracker: Api,
  event: { email: string; event: string; data?: Record<string, unknown> },
): Claim<{ contact: string; event: string }> {
  return {
    that: `POST /v1/track with the public key records "${event.event}"`,
    expected: 'the id of an event',
    look: async () => (await tracker.post('/v1/track', event, Tracked)).data,
    holds: () => true,
    tell: (tracked) => `event ${tracked.event}`,
  }
}

/** Claims that an address has exactly the mails with these subjects, in this order. */
export function hasMails(that: string, inbox: Inbox, to: string, subjects: readonly string[]): Claim<Received[]> {
  return {
    that,
    expected: subjects.map((subject) => `"${subject}"`).join(', ') || 'no mail',
    look: () => inbox.find({ to }),
    holds: (messages) =>
      messages.length === subjects.length && messages.every(({ subject }, index) => subject === subjects[index]),
    tell: subjectsOf,
  }
}
