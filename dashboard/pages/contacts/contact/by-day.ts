/** Items under the days on which they happened, in the time zone of the reader, in the order in which they come. */
export function byDay<Item extends { timestamp: string }>(
  items: readonly Item[],
  zone?: string,
): { day: string; items: Item[] }[] {
  // This locale writes a date as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv', {
    dateStyle: 'short',
    ...(zone === undefined ? {} : { timeZone: zone }),
  })
  const days: { day: string; items: Item[] }[] = []
  for (const item of items) {
    const day = format.format(new Date(item.timestamp))
    const last = days.at(-1)
    if (last?.day === day) last.items.push(item)
    else days.push({ day, items: [item] })
  }
  return days
}
