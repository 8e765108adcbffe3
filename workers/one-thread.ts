import { Worker } from '@temporalio/worker'

type MakeCreator = (typeof Worker)['createWorkflowCreator']
type MakeBundle = (typeof Worker)['getOrCreateBundle']
type Creator = Awaited<ReturnType<MakeCreator>>

/**
 * Creates a worker class whose workers all run their workflows in one thread; they must have the same workflow code.
 * The SDK would start a thread for each worker. Such a thread holds some 27 MB before it runs anything, and the threads
 * together take a third of the processor time that the event loop takes.
 *
 * `activities` are the names of the activities of all these workers.
 */
export function workersOfOneThread(activities: readonly string[]): Pick<typeof Worker, 'create'> {
  let bundle: ReturnType<MakeBundle> | null = null
  let thread: Promise<Creator> | null = null
  let users = 0

  /** Adds a worker to the thread, and starts the thread for the first one. The thread ends with its last worker. */
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
      // The thread needs only the names of the activities.
      const named = new Map(activities.map((name) => [name, async () => undefined]))
      return use(() => super.createWorkflowCreator(code, { ...options, activities: named }, logger))
    }
  }
}
