import { readValidSettings } from '../runtime/config.js'
import { argumentsOf, carryOut } from './command.js'
import { bouncesArea } from './doctor/bounces.js'
import { configurationArea } from './doctor/configuration.js'
import { dkimArea } from './doctor/dkim.js'
import { examineArea, SEVERITIES, type Area } from './doctor/examination.js'
import { gatewayArea } from './doctor/gateway.js'
import { hostArea } from './doctor/host.js'
import { mongodbArea } from './doctor/mongodb.js'
import { providerArea } from './doctor/provider.js'
import { jsonReport, textReport, worstOf } from './doctor/report.js'
import { temporalArea } from './doctor/temporal.js'

// Checks an installation and prints what is wrong with its remedy. The exit status is 0, 1 for warnings, 2 for faults.
const USAGE = 'Usage: posthorn doctor [--json]'

await carryOut(async () => {
  const { json: isJson } = argumentsOf(USAGE, { json: { type: 'boolean', default: false } }).values
  const { settings, faults } = readValidSettings(process.env)
  const areas: Area[] = [
    configurationArea(faults),
    mongodbArea,
    temporalArea,
    gatewayArea,
    providerArea,
    dkimArea,
    bouncesArea,
    hostArea,
  ]
  const checks = (await Promise.all(areas.map((area) => examineArea(area, settings)))).flat()
  const report = isJson ? jsonReport(checks) : textReport(checks)
  const status = SEVERITIES.indexOf(worstOf(checks))
  // A connection that never answered must not keep the process.
  process.stdout.write(`${report}\n`, () => process.exit(status))
})
// A wrong argument must not look like an installation with warnings.
if (process.exitCode) process.exitCode = SEVERITIES.indexOf('fault')
