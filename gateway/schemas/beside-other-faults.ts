/**
 * Runs a check of an object even when some of its fields are faulty, so that all faults of a request are told at
 * once. Fields that failed hold what was sent.
 */
export const besideOtherFaults = {
  when: ({ value }: { value: unknown }): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
}
