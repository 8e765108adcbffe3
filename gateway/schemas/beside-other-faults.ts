/**
 * Runs a check of an object even when some of its fields are invalid, so that one answer reports all faults. Invalid
 * fields hold the value that was sent.
 */
export const besideOtherFaults = {
  when: ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
}
