import type { Language } from '../choose-language.js'
import { missed, ofDesign, tips, trialOver } from './mails.js'
import {
  delay,
  eitherWay,
  exit,
  inOrder,
  send,
  TRIGGER,
  waitFor,
  workflowStarter,
  type WorkflowStarter,
} from './starter.js'

const ORDER = 'order placed'

// In the order of the gallery.
const STARTERS = [
  workflowStarter('welcome', ({ steps: { rest } }, all, language) => ({
    eventName: 'signed up',
    allowReentry: false,
    steps: [send('welcome', ofDesign('welcome', language)), delay('rest', rest, 3), send('tips', tips(all))],
    transitions: inOrder(TRIGGER, 'welcome', 'rest', 'tips'),
  })),
  workflowStarter('trial-ends', ({ steps: { trial, rest, subscribed } }, all, language) => ({
    eventName: 'trial started',
    allowReentry: false,
    steps: [
      waitFor('trial', trial, { eventName: 'subscribed', days: 11 }),
      send('reminder', ofDesign('trial-ends', language)),
      waitFor('rest', rest, { eventName: 'subscribed', days: 3 }),
      send('over', trialOver(all)),
      exit('subscribed', subscribed),
    ],
    transitions: [
      ...inOrder(TRIGGER, 'trial'),
      ...eitherWay('trial', { event: 'subscribed', timeout: 'reminder' }),
      ...inOrder('reminder', 'rest'),
      ...eitherWay('rest', { event: 'subscribed', timeout: 'over' }),
    ],
  })),
  workflowStarter('win-back', ({ steps: { rest, quiet, back } }, all) => ({
    eventName: ORDER,
    allowReentry: true,
    steps: [
      delay('rest', rest, 1),
      waitFor('quiet', quiet, { eventName: ORDER, days: 60 }),
      send('missed', missed(all)),
      waitFor('back', back, { eventName: ORDER, days: 14 }),
    ],
    // Another order begins the time again. A step cannot lead to itself, so that the way back passes through the delay.
    transitions: [
      ...inOrder(TRIGGER, 'rest', 'quiet'),
      ...eitherWay('quiet', { event: 'rest', timeout: 'missed' }),
      ...inOrder('missed', 'back'),
      ...eitherWay('back', { event: 'rest' }),
    ],
  })),
  workflowStarter('receipt', (_text, _all, language) => ({
    eventName: ORDER,
    allowReentry: true,
    steps: [send('receipt', ofDesign('receipt', language))],
    transitions: inOrder(TRIGGER, 'receipt'),
  })),
]

/** The ids of all starters of workflows. */
export const WORKFLOW_STARTER_IDS = STARTERS.map(({ id }) => id)

/** The workflows to begin with in a language, in the order of the gallery. */
export function workflowStartersIn(language: Language): WorkflowStarter[] {
  return STARTERS.map((starter) => starter.writeIn(language))
}

/** The starter of an id in a language; undefined for an unknown one. */
export function findWorkflowStarter(id: string, language: Language): WorkflowStarter | undefined {
  return STARTERS.find((starter) => starter.id === id)?.writeIn(language)
}
