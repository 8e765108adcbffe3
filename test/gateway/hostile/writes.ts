import { mailedToken } from '../../support/factories.js'

/** The password of the owner of the project that the bodies are sent to. */
export const PASSWORD = 'correct horse battery staple'

const DATA = { plan: 'pro', nested: { list: ['a', 'b'] } }

/** Who sends a body. */
export type Sender = 'publicKey' | 'secretKey' | 'session'

/** What stands in a path or a body for an id of the project. */
export interface Ids {
  contact: string
  template: string
  campaign: string
  workflow: string
  /** Of the workflow, and failed. */
  execution: string
  from: string
  to: string
  /** A CONDITION, as `from`. */
  step: string
  updateStep: string
  project: string
  segment: string
  staticSegment: string
  /** Of an account that is a MEMBER. */
  member: string
  /** The address of the project's owner. */
  owner: string
}

/** A request that is taken as it stands. */
export interface Write {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: (ids: Ids) => string
  body: (ids: Ids) => Record<string, unknown>
  /** The secret key unless said. */
  as?: Sender
}

const condition = {
  logic: 'AND',
  groups: [
    {
      filters: [{ field: 'data.plan', operator: 'in', value: ['pro', 5] }],
      conditions: {
        logic: 'OR',
        groups: [{ filters: [{ field: 'event.paid', operator: 'triggeredWithin', value: 3, unit: 'days' }] }],
      },
    },
  ],
}
const message = { subject: 'Hi {{ name }}', body: '<p>Hi</p>', from: 'news@example.com' }
const template = { ...message, name: 'A', description: 'B', fromName: 'Acme', replyTo: 'reply@example.com' }
const campaign = ({ segment: segmentId }: Ids) => ({
  ...template,
  type: 'MARKETING',
  audienceType: 'FILTERED',
  segmentId,
  audienceCondition: condition,
})
const step = (fields: object) => ({
  method: 'POST' as const,
  path: ({ workflow }: Ids) => `/workflows/${workflow}/steps`,
  body: ({ template: templateId }: Ids) => ({ name: 'Step', position: { x: 1, y: 2 }, templateId, ...fields }),
})
const stepPatch = (which: 'step' | 'updateStep', fields: object) => ({
  method: 'PATCH' as const,
  path: ({ workflow, [which]: step }: Ids) => `/workflows/${workflow}/steps/${step}`,
  body: () => ({ name: 'Step', position: { x: 1, y: 2 }, ...fields }),
})

/** Every endpoint that takes a body, with one that it accepts and that uses all its fields. */
export const WRITES: Record<string, Write> = {
  sendEmail: {
    method: 'POST',
    path: () => '/v1/send',
    body: () => ({
      ...message,
      to: ['ada@example.com', { name: 'Bob', email: 'bob@example.com' }],
      name: 'Acme',
      data: DATA,
      headers: { 'X-Campaign': 'spring' },
      reply: 'reply@example.com',
      attachments: [
        {
          filename: 'a.txt',
          content: 'aGVsbG8=',
          contentType: 'text/plain',
          contentId: 'a',
          disposition: 'attachment',
        },
      ],
      tags: ['spring'],
      tracking: true,
    }),
  },
  sendTemplate: {
    method: 'POST',
    path: () => '/v1/send',
    body: ({ template }) => ({ to: 'ada@example.com', template, subscribed: true }),
  },
  verifyAddress: {
    method: 'POST',
    path: () => '/v1/verify',
    body: () => ({ email: 'ada@example.com' }),
  },
  trackEvent: {
    method: 'POST',
    path: () => '/v1/track',
    as: 'publicKey',
    body: () => ({ email: 'ada@example.com', event: 'signed up', subscribed: true, data: DATA }),
  },
  reportEvent: {
    method: 'POST',
    path: () => '/events/track',
    body: ({ contact: contactId }) => ({
      name: 'signed up',
      event: 'signed up',
      email: 'ada@example.com',
      contactId,
      subscribed: true,
      data: DATA,
    }),
  },
  createSuppression: {
    method: 'POST',
    path: () => '/suppressions',
    body: () => ({ email: 'ada@example.com' }),
  },
  upsertContact: {
    method: 'POST',
    path: () => '/contacts',
    body: () => ({ email: 'ada@example.com', subscribed: true, data: DATA }),
  },
  updateContact: {
    method: 'PATCH',
    path: ({ contact }) => `/contacts/${contact}`,
    body: () => ({ email: 'ada@example.com', subscribed: true, data: DATA }),
  },
  lookUpContacts: {
    method: 'POST',
    path: () => '/contacts/lookup',
    body: () => ({ emails: ['ada@example.com', 'Bob@example.com'] }),
  },
  bulkSubscribeContacts: {
    method: 'POST',
    path: () => '/contacts/bulk-subscribe',
    body: ({ contact }) => ({ mode: 'ids', contactIds: [contact] }),
  },
  bulkUnsubscribeContacts: {
    method: 'POST',
    path: () => '/contacts/bulk-unsubscribe',
    body: ({ contact }) => ({
      mode: 'query',
      filter: { search: 'example', subscribed: true },
      excludeIds: [contact],
    }),
  },
  bulkDeleteContacts: {
    method: 'POST',
    path: () => '/contacts/bulk-delete',
    body: ({ contact }) => ({ contactIds: [contact] }),
  },
  addDomain: {
    method: 'POST',
    path: () => '/domains',
    body: ({ project: projectId }) => ({ projectId, domain: 'hostile.example.org' }),
  },
  createTemplate: {
    method: 'POST',
    path: () => '/templates',
    body: () => ({ ...template, type: 'MARKETING', translations: { de: { subject: 'Hallo', body: '<p>Hallo</p>' } } }),
  },
  updateTemplate: {
    method: 'PATCH',
    path: ({ template: id }) => `/templates/${id}`,
    body: () => ({ ...template, type: 'MARKETING', translations: { de: { subject: 'Hallo', body: '<p>Hallo</p>' } } }),
  },
  previewTemplate: {
    method: 'POST',
    path: ({ template: id }) => `/templates/${id}/preview`,
    body: ({ contact }) => ({ contactId: contact, data: DATA }),
  },
  createCampaign: {
    method: 'POST',
    path: () => '/campaigns',
    body: campaign,
  },
  updateCampaign: {
    method: 'PUT',
    path: ({ campaign: id }) => `/campaigns/${id}`,
    body: campaign,
  },
  testCampaign: {
    method: 'POST',
    path: ({ campaign: id }) => `/campaigns/${id}/test`,
    body: () => ({ email: 'ada@example.com' }),
  },
  sendOrScheduleCampaign: {
    method: 'POST',
    path: ({ campaign }) => `/campaigns/${campaign}/send`,
    body: () => ({ scheduledFor: '2020-01-01T00:00:00Z' }),
  },
  createSegment: {
    method: 'POST',
    path: () => '/segments',
    body: () => ({ name: 'A', description: 'B', type: 'DYNAMIC', condition, trackMembership: true }),
  },
  updateSegment: {
    method: 'PATCH',
    path: ({ segment }) => `/segments/${segment}`,
    body: () => ({ name: 'A', description: 'B', type: 'DYNAMIC', condition, trackMembership: true }),
  },
  addSegmentMembers: {
    method: 'POST',
    path: ({ staticSegment }) => `/segments/${staticSegment}/members`,
    body: () => ({ emails: ['ada@example.com', 'bob@example.com'], createMissing: true, subscribed: false }),
  },
  removeSegmentMembers: {
    method: 'DELETE',
    path: ({ staticSegment }) => `/segments/${staticSegment}/members`,
    body: () => ({ emails: ['ada@example.com', 'bob@example.com'] }),
  },
  createWorkflow: {
    method: 'POST',
    path: () => '/workflows',
    body: () => ({ name: 'A', description: 'B', eventName: 'signed up', triggerConfig: { eventName: 'signed up' } }),
  },
  updateWorkflow: {
    method: 'PATCH',
    path: ({ workflow }) => `/workflows/${workflow}`,
    body: () => ({ name: 'A', description: 'B', triggerType: 'EVENT', triggerConfig: { eventName: 'signed up' } }),
  },
  addSendStep: step({
    type: 'SEND_EMAIL',
    config: {
      recipient: { type: 'CUSTOM', customEmail: '{{ data.manager }}' },
      subject: 'Hi {{ name }}',
      from: 'news@example.com',
    },
  }),
  addDelayStep: step({ type: 'DELAY', config: { amount: 1, unit: 'hours' } }),
  addDateStep: step({ type: 'DELAY', config: { until: '{{ data.renewalDate }}' } }),
  addWindowStep: step({
    type: 'DELAY',
    config: { window: { days: [1, 5], from: '09:00', to: '17:00', timezone: 'Europe/Berlin' } },
  }),
  addWaitStep: step({ type: 'WAIT_FOR_EVENT', config: { eventName: 'paid', timeout: 60 } }),
  addConditionStep: step({ type: 'CONDITION', config: { field: 'data.plan', operator: 'equals', value: 'pro' } }),
  addWebhookStep: step({
    type: 'WEBHOOK',
    config: {
      url: 'https://example.com/{{ email }}',
      method: 'PUT',
      headers: { 'X-Plan': '{{ plan }}' },
      body: { data: DATA },
      timeoutSeconds: 5,
      maxAttempts: 2,
    },
  }),
  addUpdateStep: step({ type: 'UPDATE_CONTACT', config: { updates: DATA, subscriptionAction: 'none' } }),
  addExitStep: step({ type: 'EXIT', config: { reason: 'done' } }),
  changeConditionStep: stepPatch('step', {
    type: 'CONDITION',
    config: { field: 'data.plan', operator: 'equals', value: 'pro' },
  }),
  changeUpdateStep: stepPatch('updateStep', { config: { updates: DATA, subscriptionAction: 'none' } }),
  addTransition: {
    method: 'POST',
    path: ({ workflow }) => `/workflows/${workflow}/transitions`,
    body: ({ from, to }) => ({ fromStepId: from, toStepId: to, branch: 'yes', condition: { branch: 'yes' } }),
  },
  startExecution: {
    method: 'POST',
    path: ({ workflow }) => `/workflows/${workflow}/executions`,
    body: ({ contact }) => ({ contactId: contact, context: DATA }),
  },
  retryExecution: {
    method: 'POST',
    path: ({ workflow, execution }) => `/workflows/${workflow}/executions/${execution}/retry`,
    body: () => ({ version: 'current' }),
  },
  logIn: {
    method: 'POST',
    path: () => '/auth/login',
    body: ({ owner: email }) => ({ email, password: PASSWORD }),
  },
  signUp: {
    method: 'POST',
    path: () => '/auth/signup',
    body: ({ owner }) => ({ email: `new-${owner}`, password: 'a phrase of several words' }),
  },
  changePassword: {
    method: 'POST',
    path: () => '/auth/change-password',
    as: 'session',
    body: () => ({ currentPassword: PASSWORD, newPassword: 'another phrase of several words' }),
  },
  verifyEmail: {
    method: 'POST',
    path: () => '/auth/verify-email',
    body: ({ owner }) => ({ token: mailedToken('verify', owner), newPassword: 'another phrase of several words' }),
  },
  requestPasswordReset: {
    method: 'POST',
    path: () => '/auth/request-password-reset',
    body: ({ owner: email }) => ({ email }),
  },
  resetPassword: {
    method: 'POST',
    path: () => '/auth/reset-password',
    body: ({ owner }) => ({ token: mailedToken('reset', owner), newPassword: 'another phrase of several words' }),
  },
  acceptInvitation: {
    method: 'POST',
    path: () => '/auth/accept-invitation',
    as: 'session',
    body: ({ owner }) => ({ token: `invitation ${owner}` }),
  },
  addMember: {
    method: 'POST',
    path: ({ project }) => `/projects/${project}/members`,
    as: 'session',
    body: () => ({ email: 'hedy@example.com', role: 'ADMIN' }),
  },
  changeRole: {
    method: 'PATCH',
    path: ({ project, member }) => `/projects/${project}/members/${member}`,
    as: 'session',
    body: () => ({ role: 'ADMIN' }),
  },
  createMyProject: { method: 'POST', path: () => '/users/@me/projects', as: 'session', body: () => ({ name: 'A' }) },
  setBillingLimits: {
    method: 'PUT',
    path: ({ project }) => `/users/@me/projects/${project}/billing-limits`,
    as: 'session',
    body: () => ({ workflows: 1_000, campaigns: 2_000, transactional: 3_000, inbound: 4_000 }),
  },
  updateMyProject: {
    method: 'PATCH',
    path: ({ project }) => `/users/@me/projects/${project}`,
    as: 'session',
    body: () => ({ name: 'A', language: 'de', tracking: 'DISABLED', timezone: 'Europe/Berlin' }),
  },
}
