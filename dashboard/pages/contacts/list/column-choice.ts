/** The columns that every contact has, besides its address. */
export const STANDARD_COLUMNS = ['status', 'createdAt', 'updatedAt'] as const
export type StandardColumn = (typeof STANDARD_COLUMNS)[number]

const USUAL: readonly string[] = ['status', 'createdAt']
// More columns than these leave no room for their values.
export const MOST_COLUMNS = 8

/** Reads a stored choice: names of standard columns, and custom fields as `data.<key>`; the usual ones without it. */
export function readColumnChoice(stored: readonly string[] | null | undefined): readonly string[] {
  return stored ? [...new Set(stored.filter(isColumn))].slice(0, MOST_COLUMNS) : USUAL
}

function isColumn(name: string): boolean {
  return name.startsWith('data.') || STANDARD_COLUMNS.some((column) => column === name)
}

/** The choice with a column shown or not; the standard columns stand first. */
export function withColumn(choice: readonly string[], name: string, isShown: boolean): string[] {
  const rest = choice.filter((column) => column !== name)
  const next = isShown ? [...rest, name] : rest
  const standard = STANDARD_COLUMNS.filter((column) => next.includes(column))
  return [...standard, ...next.filter((column) => column.startsWith('data.'))].slice(0, MOST_COLUMNS)
}
