/**
 * Whether a value of the address is one that its field has reported, and the reports that are still on their way. They
 * arrive in their order, and one that was typed over may never arrive.
 */
export function followReports(reports: readonly string[], value: string): { isOwn: boolean; reports: string[] } {
  const at = reports.indexOf(value)
  return { isOwn: at !== -1, reports: at === -1 ? [] : reports.slice(at + 1) }
}
