import { isReservedEvent } from '../../../models/domain/event-names.js'

/** A name of events with its counts. */
export interface NamedEvents {
  name: string
  /** Of the last 30 days. */
  count: number
  /** In percent; null where the event did not happen before. */
  trend: number | null
  /** Of all time; null where there are too many to count. */
  all: number | null
  isOfService: boolean
}

/** Joins the counts of all time with those of the last days; names of the service itself come last. */
export function joinNames(
  recent: readonly { name: string; count: number; trend: number | null }[],
  all: readonly { name: string; count: number }[] | undefined,
): NamedEvents[] {
  const totals = new Map(all?.map(({ name, count }) => [name, count]))
  const latest = new Map(recent.map((one) => [one.name, one]))
  const names = [...new Set([...latest.keys(), ...totals.keys()])]
  const rows = names.map((name) => ({
    name,
    count: latest.get(name)?.count ?? 0,
    trend: latest.get(name)?.trend ?? (latest.has(name) ? null : 0),
    all: totals.get(name) ?? null,
    isOfService: isReservedEvent(name),
  }))
  return rows.toSorted(
    (one, other) => Number(one.isOfService) - Number(other.isOfService) || countOf(other) - countOf(one),
  )
}

function countOf({ count, all }: NamedEvents): number {
  return all ?? count
}
