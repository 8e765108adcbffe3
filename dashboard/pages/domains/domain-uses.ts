/** The uses of a domain as a sender. */
export interface DomainUses {
  templates: readonly Use[]
  campaigns: readonly Use[]
  workflows: readonly Use[]
}

interface Use {
  id: string
  name: string
}

/** Reads the uses from the details of a refusal. */
export function usesIn(details: Record<string, unknown>): DomainUses {
  return {
    templates: listOf(details['templates']),
    campaigns: listOf(details['campaigns']),
    workflows: listOf(details['workflows']),
  }
}

function listOf(value: unknown): Use[] {
  if (!Array.isArray(value)) return []
  return value.filter((one: unknown): one is Use => {
    const { id, name } = (one ?? {}) as Partial<Use>
    return typeof id === 'string' && typeof name === 'string'
  })
}
