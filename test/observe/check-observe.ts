/**
 * Tries the dashboard and the alerts on a stack of their own: a real Prometheus with the real rules reads it while it
 * is loaded and outages are inflicted, until every alert has had its reason. Each query of the dashboard that errs or
 * finds nothing, and each value that differs from what was sent, is a fault; the exit status is 1 then.
 *
 *   npm run check:observe
 *   npm run check:observe -- --keep     leaves Prometheus' data, the logs and what the queries answered
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onStopSignal } from '../../embedded/stop-signals.js'
import { makeDataDir } from '../support/data-dir.js'
import { readAlerts } from './alerts.js'
import { panelQueries } from './dashboard.js'
import { judgeAlerts, judgePanels, judgeSelectors } from './judge.js'
import { testRules } from './prometheus.js'
import { runScenario } from './scenario.js'

const keeps = process.argv.includes('--keep')
const stopping = new AbortController()
onStopSignal(() => stopping.abort(new Error('Called off.')))
const dataDir = makeDataDir('posthorn-observe-')
try {
  testRules()
  const { prometheus, from, comparisons, end } = await runScenario(dataDir, stopping.signal)
  try {
    const span = { from, to: Date.now() }
    const alerts = await judgeAlerts(prometheus, readAlerts(), span)
    const panels = await judgePanels(prometheus, panelQueries(), span)
    const missing = await judgeSelectors(prometheus, panelQueries(), span)
    if (keeps) writeFileSync(join(dataDir, 'answers.json'), JSON.stringify(panels.answers))
    for (const line of [...panels.lines, ...alerts.lines, ...comparisons.lines]) console.log(line)
    const faults = [...panels.faults, ...missing, ...alerts.faults, ...comparisons.faults]
    for (const fault of faults) console.log(`Fault: ${fault}`)
    console.log(faults.length === 0 ? 'Every query has an answer.' : `${faults.length} faults`)
    process.exitCode = faults.length === 0 ? 0 : 1
  } finally {
    await end()
  }
} catch (error) {
  console.log(error instanceof Error && !error.stack?.includes('AssertionError') ? error.message : error)
  process.exitCode = 1
} finally {
  if (keeps) console.log(`The data are in ${dataDir}`)
  else rmSync(dataDir, { recursive: true, force: true })
}
process.exit()
