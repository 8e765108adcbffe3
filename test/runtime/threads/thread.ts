import { getHeapStatistics } from 'node:v8'
import { threadTask } from '../../../runtime/threads/thread-task.js'

/** What a test has a thread do. */
export type TestTask = 'echo' | 'loop' | 'wait' | 'fill' | 'heapLimit' | 'throw' | 'die'

const TASKS: Record<TestTask, () => unknown> = {
  echo: () => 'echo',
  loop: () => {
    for (;;);
  },
  wait: () => new Promise(() => {}),
  fill: () => {
    for (const kept: object[] = []; ;) kept.push({ at: kept.length })
  },
  heapLimit: () => getHeapStatistics().heap_size_limit / 2 ** 20,
  throw: () => {
    throw new RangeError('of the task')
  },
  die: () => process.exit(3),
}

export default threadTask((task: TestTask) => TASKS[task]())
