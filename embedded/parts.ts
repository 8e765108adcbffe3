/** The processes of the stack, in the order in which messages name them. */
export const PARTS = ['mongodb', 'temporal', 'provider', 'gateway', 'worker'] as const

/** One process of the stack. */
export type Part = (typeof PARTS)[number]
