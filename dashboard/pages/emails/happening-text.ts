/** The values of a happening that a person reads, in the order of their worth: the diagnosis of a bounce, a link. */
const TELLING = [
  'diagnosticCode',
  'diagnostic',
  'reason',
  'error',
  'bounceType',
  'complaintFeedbackType',
  'link',
  'url',
]

/** What the event says beyond its name: the values that tell something, as the provider wrote them. */
export function happeningText(data: Record<string, unknown>): string {
  return TELLING.flatMap((name) => {
    const value = data[name]
    return typeof value === 'string' && value !== '' ? [value] : []
  }).join(' · ')
}
