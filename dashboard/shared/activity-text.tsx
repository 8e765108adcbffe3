import type { Answer } from '../api/client.js'
import { t } from '../messages/index.js'

type Activity = Answer<'GET /activity'>['data'][number]

/** An activity entry in a few words: an event by its name, an email by its subject. */
export function activityText({ type, metadata }: Activity): string {
  if (type === 'event.triggered') return t.activity.event(textOf(metadata['name']))
  const about = textOf(metadata['subject']) || textOf(metadata['name']) || textOf(metadata['workflowName'])
  const text = t.activity.types[type]
  return about === '' ? text : `${text}: ${about}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
