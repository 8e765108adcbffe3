import { button, designOf, field, footer, heading, line, list, logo, SITE, text } from '../design/starters/parts.js'
import { findStarter } from '../design/starters/starters.js'
import {
  delay,
  eitherWay,
  exit,
  inOrder,
  send,
  TRIGGER,
  waitFor,
  type StarterMail,
  type WorkflowStarter,
} from './starter.js'

const greeting = line('Hi ', field('firstName', 'there'), ',')

const tips: StarterMail = {
  name: 'First steps',
  subject: 'Three tips for your first week',
  type: 'MARKETING',
  design: designOf(
    'What others do first',
    logo,
    heading(1, 'Three tips for your first week'),
    text(greeting, 'This is what others do first:'),
    list('Set up what you need every day', 'Invite the people you work with', 'Have a look at our guides'),
    button('Open the guides', `${SITE}/guides`),
    text('Questions? Reply to this email.'),
    footer,
  ),
}

const trialOver: StarterMail = {
  name: 'Trial ended',
  subject: 'Your trial has ended',
  type: 'MARKETING',
  design: designOf(
    'Your data stays available for 30 days',
    logo,
    heading(1, 'Your trial has ended'),
    text(greeting, 'Your data stays available for 30 days. Choose a plan to continue where you left off.'),
    button('Choose a plan', `${SITE}/plans`),
    text('Is something missing? Reply to this email and tell us.'),
    footer,
  ),
}

const missed: StarterMail = {
  name: 'We miss you',
  subject: 'It has been a while',
  type: 'MARKETING',
  design: designOf(
    'New since your last order',
    logo,
    heading(1, 'It has been a while'),
    text(greeting, 'A lot is new since your last order. Have a look:'),
    button('See what’s new', `${SITE}/new`),
    text('Not interested any more? You can unsubscribe below.'),
    footer,
  ),
}

const ofDesign = (id: string): StarterMail => {
  const found = findStarter(id)
  if (!found) throw new Error(`There is no design ${id}`)
  const { name, subject, type, design } = found
  return { name, subject, type, design }
}

const ORDER = 'order placed'

/** The workflows to begin with, in the order of the gallery. */
export const WORKFLOW_STARTERS: readonly WorkflowStarter[] = [
  {
    id: 'welcome',
    name: 'Welcome',
    description: 'A welcome after someone signs up, and tips three days later',
    eventName: 'signed up',
    allowReentry: false,
    steps: [send('welcome', ofDesign('welcome')), delay('rest', 3), send('tips', tips)],
    transitions: inOrder(TRIGGER, 'welcome', 'rest', 'tips'),
  },
  {
    id: 'trial-ends',
    name: 'Trial ends',
    description: 'A reminder three days before a trial of 14 days ends, and one after it, until the contact subscribes',
    eventName: 'trial started',
    allowReentry: false,
    steps: [
      waitFor('trial', 'Subscribed during the trial?', { eventName: 'subscribed', days: 11 }),
      send('reminder', ofDesign('trial-ends')),
      waitFor('rest', 'Subscribed by its end?', { eventName: 'subscribed', days: 3 }),
      send('over', trialOver),
      exit('subscribed', 'Subscribed'),
    ],
    transitions: [
      ...inOrder(TRIGGER, 'trial'),
      ...eitherWay('trial', { event: 'subscribed', timeout: 'reminder' }),
      ...inOrder('reminder', 'rest'),
      ...eitherWay('rest', { event: 'subscribed', timeout: 'over' }),
    ],
  },
  {
    id: 'win-back',
    name: 'Win back',
    description: 'An email to customers who have not ordered for two months',
    eventName: ORDER,
    allowReentry: true,
    steps: [
      delay('rest', 1),
      waitFor('quiet', 'Ordered within 60 days?', { eventName: ORDER, days: 60 }),
      send('missed', missed),
      waitFor('back', 'Ordered within 14 days?', { eventName: ORDER, days: 14 }),
    ],
    // Another order begins the time again. A step cannot lead to itself, so that the way back passes through the delay.
    transitions: [
      ...inOrder(TRIGGER, 'rest', 'quiet'),
      ...eitherWay('quiet', { event: 'rest', timeout: 'missed' }),
      ...inOrder('missed', 'back'),
      ...eitherWay('back', { event: 'rest' }),
    ],
  },
  {
    id: 'receipt',
    name: 'Receipt',
    description: 'A receipt after an order, from the data of the event',
    eventName: ORDER,
    allowReentry: true,
    steps: [send('receipt', ofDesign('receipt'))],
    transitions: inOrder(TRIGGER, 'receipt'),
  },
]

/** The ids of all starters of workflows. */
export const WORKFLOW_STARTER_IDS = WORKFLOW_STARTERS.map(({ id }) => id) as [string, ...string[]]

/** The starter of an id; undefined for an unknown one. */
export function findWorkflowStarter(id: string): WorkflowStarter | undefined {
  return WORKFLOW_STARTERS.find((starter) => starter.id === id)
}
