interface TemporalPlace {
  urls: { temporalUi: string | null }
  temporal: { namespace: string }
}

/** Where Temporal's web UI shows a workflow execution; null where the installation names no web UI. */
export function temporalUrl({ urls, temporal }: TemporalPlace, temporalWorkflowId: string): string | null {
  if (urls.temporalUi === null) return null
  const [namespace, id] = [temporal.namespace, temporalWorkflowId].map((part) => encodeURIComponent(part))
  return `${urls.temporalUi.replace(/\/$/, '')}/namespaces/${namespace}/workflows/${id}`
}
