import { LOCALE, t } from '../messages/index.js'

/** The trigger of a workflow, as the API has it. */
export interface ShownTrigger {
  triggerType: 'EVENT' | 'MANUAL' | 'SCHEDULE'
  triggerConfig: { eventName?: string; cron?: string; timezone?: string; filter?: unknown }
}

// A week that begins on a Sunday, as cron counts its days.
const SUNDAY = Date.UTC(2026, 2, 1)
const DAY_MS = 86_400_000
const dayNames = new Intl.DateTimeFormat(LOCALE, { weekday: 'long', timeZone: 'UTC' })
const lists = new Intl.ListFormat(LOCALE)

/** The trigger of a workflow, in words. */
export function triggerText({ triggerType, triggerConfig }: ShownTrigger): string {
  const { eventName, cron, timezone = 'UTC', filter } = triggerConfig
  switch (triggerType) {
    case 'EVENT': {
      if (eventName === undefined) return t.workflows.triggers.noEvent
      return filter ? t.workflows.triggers.filteredEvent(eventName) : t.workflows.triggers.event(eventName)
    }
    case 'SCHEDULE':
      return cron === undefined ? t.workflows.triggers.noSchedule : `${cronText(cron)} (${timezone})`
    case 'MANUAL':
      return t.workflows.triggers.manual
    default:
      return triggerType satisfies never
  }
}

/** The times of a cron expression in words, where they are a time of day on all or some days; else the expression. */
export function cronText(cron: string): string {
  const [minute = '', hour = '', dayOfMonth = '', month = '', dayOfWeek = '', ...more] = cron.trim().split(/\s+/)
  const isTime = /^[0-5]?\d$/.test(minute) && /^(?:[01]?\d|2[0-3])$/.test(hour)
  if (!isTime || month !== '*' || more.length > 0) return t.workflows.triggers.cron(cron)
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
  if (dayOfMonth === '*' && dayOfWeek === '*') return t.workflows.triggers.daily(time)
  if (dayOfMonth === '*' && /^[0-7](?:,[0-7])*$/.test(dayOfWeek)) {
    const days = dayOfWeek.split(',').map((day) => dayNames.format(SUNDAY + Number(day) * DAY_MS))
    return t.workflows.triggers.weekly(lists.format(days), time)
  }
  if (dayOfWeek === '*' && /^(?:[1-9]|[12]\d|3[01])$/.test(dayOfMonth)) {
    return t.workflows.triggers.monthly(dayOfMonth, time)
  }
  return t.workflows.triggers.cron(cron)
}
