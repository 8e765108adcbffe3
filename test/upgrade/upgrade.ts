/**
 * A rolling upgrade from the previous release under load, with processes of both versions on one MongoDB and one
 * Temporal; then a way back, and forward again. At the end everything that was acknowledged is compared with what
 * became of it; the exit status is 1 when a promise was broken.
 *
 *   npm run test:upgrade -- --from <commit>
 *
 * Further options: --seconds (of load in each phase), --rate (requests a second), --recipients (of each campaign),
 * --spanning (executions of each kind that one version begins and the other ends), --seed, and --keep, which leaves the
 * data and logs.
 */
import { runGuarded } from '../faults/guarded.js'
import { readOptions } from './options.js'
import { runUpgrade } from './scenario.js'

const options = readOptions(process.argv.slice(2))
await runGuarded('posthorn-upgrade-', options, (dataDir, signal) => runUpgrade(options, dataDir, signal))
