import type { Step } from '../../models/domain/workflow-graph.js'

/** A step's config and its template: the same fact in two places, for clients that read the one or the other. */
export function withTemplate(
  config: Record<string, unknown>,
  templateId: string | null,
): Pick<Step, 'config' | 'templateId'> {
  const { templateId: _, ...rest } = config
  return { config: templateId === null ? rest : { ...rest, templateId }, templateId }
}
