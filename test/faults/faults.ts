/**
 * A cluster of two gateways and three workers under a mixed load, while its processes are killed and stopped, MongoDB
 * and Temporal are away, and the provider misbehaves. At the end an audit compares each acknowledged request with its
 * outcome; the exit status is 1 when a promise was broken.
 *
 *   npm run test:faults -- --minutes 30 --seed 7
 *
 * One seed gives one plan of faults. Further options: --rate (requests a second), --recipients (of each campaign),
 * --keep, which leaves the data and logs, and --prove, which runs for a minute, then breaks the data in one place after
 * the other, and fails where the audit does not name it.
 */
import { runGuarded } from './guarded.js'
import { readOptions } from './options.js'
import { runScenario } from './scenario.js'

const options = readOptions(process.argv.slice(2))
await runGuarded('posthorn-faults-', options, (dataDir, signal) => runScenario(options, dataDir, signal))
