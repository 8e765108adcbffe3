import { Worker } from '@temporalio/worker'

type MakeCreator = (typeof Worker)['createWorkflowCreator']
type MakeBundle = (typeof Worker)['getOrCreateBundle']
type Creator = Awaited<ReturnType<MakeCreator>>

/**
 * A kind of worker that runs its workflows in one thread with all other workers of that kind, which must have the same
 * workflow code. The SDK starts a thread for each worker, which holds some 27 MB before it runs anything, and all of
 * them together take a third of the processor time that the event loop takes.
 *
 * `activities` are the names of the activities of all these workers.
 */
export function workersOfOneThread(activities: readonly string[]): Pick<typeof Worker, 'create'> {
  let bundle: ReturnType<MakeBundle> | null = null
  let thread: Promise<Creator> | null = null
  let users = 0

  /** The thread, for one more worker; it ends with the last of them. */
  const use = async (begin: () => Promise<Creator>): Promise<Creator> => {
    users += 1
    const creator = await (thread ??= begin())
    return {
      createWorkflow: (options) => creator.createWorkflow(options),
      async destroy() {
        users -= 1
        if (users === 0) await creator.destroy()
      },
    }
  }

  return class extends Worker {
    protected static override async getOrCreateBundle(...[options, logger]: Parameters<MakeBundle>) {
      // A worker without workflows has no bundle.
      if (!options.workflowBundle) return undefined
      return (bundle ??= super.getOrCreateBundle(options, logger))
    }

    protected static override async createWorkflowCreator(...[code, options, logger]: Parameters<MakeCreator>) {
      // The thread is told the names alone.
      const named = new Map(activities.map((name) => [name, async () => undefined]))
      return use(() => super.createWorkflowCreator(code, { ...options, activities: named }, logger))
    }
  }
}
