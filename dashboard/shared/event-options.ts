import { isReservedEvent } from '../../models/domain/event-names.js'
import type { Answer } from '../api/client.js'
import { t } from '../messages/index.js'
import type { ComboboxOption } from '../ui/combobox-options.js'

type Names = Pick<Answer<'GET /events/names'>, 'eventNames' | 'systemEventNames'>

/** An event to choose; `description` is a sentence on an event of the service itself. */
export interface EventChoice {
  name: string
  description?: string
}

/** The events of a project, the most frequent first. */
export function ownEvents({ eventNames }: Pick<Names, 'eventNames'>): EventChoice[] {
  return eventNames.filter((name) => !isReservedEvent(name)).map((name) => ({ name }))
}

/**
 * The events of the service itself that have effects, such as starting a workflow: all that can happen, and then those
 * that have happened and no longer can, such as the events of a deleted segment.
 */
export function systemEvents({ eventNames, systemEventNames }: Names): EventChoice[] {
  const known = new Set(systemEventNames.map(({ name }) => name))
  const past = eventNames.filter((name) => !known.has(name) && isReservedEvent(name)).map((name) => ({ name }))
  return [...systemEventNames.filter(({ hasEffects }) => hasEffects), ...past]
}

/** The options of a field for an event, in two groups. */
export function eventOptions(names: Names): ComboboxOption[] {
  const { own, system } = t.events.groups
  const optionOf = ({ name, description }: EventChoice, group: string): ComboboxOption => {
    return { value: name, label: name, hint: description, group }
  }
  return [
    ...ownEvents(names).map((event) => optionOf(event, own)),
    ...systemEvents(names).map((event) => optionOf(event, system)),
  ]
}
