const DATE_LENGTH = 'YYYY-MM-DD'.length

/** The name under which a client stores the file of an export: what it holds, and the day of its request. */
export function exportFileName(kind: string, format: string, createdAt: Date): string {
  return `${kind}-${createdAt.toISOString().slice(0, DATE_LENGTH)}.${format}`
}
