interface TemporalPlace {
  urls: { temporalUi: string | null }
  temporal: { namespace: string }
}

/** The page of a workflow execution in Temporal's web UI; null if the installation names no web UI. */
export function temporalUrl({ urls, temporal }: TemporalPlace, temporalWorkflowId: string): string | null {
  if (urls.temporalUi === null) return null
  const [namespace, id] = [temporal.namespace, temporalWorkflowId].map((part) => encodeURIComponent(part))
  return `${urls.temporalUi.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${id}`
}
