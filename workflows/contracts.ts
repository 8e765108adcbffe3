import type { Directive } from '../models/domain/directive.js'

/** The task queues; workers serve them with slots of their own, so that bulk never holds up the rest. */
export const QUEUES = {
  transactional: 'transactional',
  executions: 'executions',
  campaigns: 'campaigns',
} as const
export type QueueName = keyof typeof QUEUES

/** The search attributes that every durable execution starts with, as an operator queries them. */
export const SEARCH_ATTRIBUTES = {
  project: 'ProjectId',
  workflow: 'EmailWorkflowId',
  contact: 'ContactId',
  kind: 'Kind',
} as const

/** Temporal's priorities, 1 first (docs.temporal.io/task-queues#priority). */
export const PRIORITY = { transactional: 1, execution: 3, campaign: 5 } as const

/** The signal that resumes a wait: its event is stored, and the wait is settled in the database. */
export const EVENT_RECEIVED = 'eventReceived'

/** The most emails that one delivery takes together. */
export const MAX_EMAILS_A_DELIVERY = 50

export interface DeliverEmailInput {
  projectId: string
  emailId: string
}

export interface DeliverEmailsInput {
  projectId: string
  emailIds: string[]
}

export interface RunExecutionInput {
  projectId: string
  executionId: string
  /** The step to begin with, so that the first needs no look-up. */
  next: Directive
}

export interface SendCampaignInput {
  projectId: string
  campaignId: string
  sending: number
}

export interface SendCampaignPartInput {
  projectId: string
  campaignId: string
  part: number
}

/** The ids of durable executions: business ids, which operators search for and which start only once. */
export const temporalIds = {
  email: (emailId: string): string => `email:${emailId}`,
  emails: (batchId: string): string => `emails:${batchId}`,
  execution: (executionId: string): string => `execution:${executionId}`,
  campaign: (campaignId: string, sending: number): string => `campaign:${campaignId}:${sending}`,
  campaignPart: (campaignId: string, sending: number, part: number): string =>
    `campaign:${campaignId}:${sending}:part-${part}`,
}
