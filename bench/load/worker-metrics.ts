/** What Temporal's SDK in a worker has counted since the worker's start. */
export interface WorkflowTasks {
  /**
   * Tasks of workflows, and how many of them found their workflow in the worker's memory; the others replay its
   * history.
   */
  all: number
  cached: number
}

/** Reads the counters of the worker whose stack has its metrics at this port. */
export async function readWorkflowTasks(metricsPort: number): Promise<WorkflowTasks> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort + 1}/metrics`)).text()
  const sumOf = (name: string): number =>
    [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].reduce(
      (sum, [, value]) => sum + Number(value),
      0,
    )
  const all = sumOf('temporal_workflow_task_execution_latency_seconds_count')
  return { all, cached: sumOf('temporal_sticky_cache_hit_total') }
}
