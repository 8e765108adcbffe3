import { isAlive } from '../../runtime/process-identity.js'
import { STEP_MS, type Scene } from './scene.js'

/** Kills the worker without warning and waits until the supervisor has started another in its place. */
export async function killWorker({ story, stack }: Scene): Promise<void> {
  const { worker } = stack().processes
  if (worker === null) throw new Error('No worker of this stack runs on this machine')
  process.kill(worker, 'SIGKILL')
  await story.eventually({
    that: `Worker ${worker} is killed with SIGKILL, and another is started`,
    expected: 'a new process',
    withinMs: STEP_MS,
    look: () => Promise.resolve(stack().processes.worker),
    holds: (pid) => pid !== null && pid !== worker && isAlive(pid),
    tell: (pid) => (pid === null ? 'none yet' : `worker ${pid}`),
  })
}
