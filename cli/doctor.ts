import { readValidSettings } from '../runtime/config.js'
import { defineCommand } from './command.js'
import { bouncesArea } from './doctor/bounces.js'
import { configurationArea } from './doctor/configuration.js'
import { dkimArea } from './doctor/dkim.js'
import { examineArea, SEVERITIES, type Area } from './doctor/examination.js'
import { gatewayArea } from './doctor/gateway.js'
import { hostArea } from './doctor/host.js'
import { mongodbArea } from './doctor/mongodb.js'
import { providerArea } from './doctor/provider.js'
import { textReport, worstOf } from './doctor/report.js'
import { temporalArea } from './doctor/temporal.js'

const FAULT = SEVERITIES.indexOf('fault')

export const doctorCommand = defineCommand({
  usage: '',
  about: `Checks the installation and suggests a fix for each problem. The exit status is 0 if all is well, 1 for warnings,
and 2 for faults.`,
  // A doctor that cannot work must not look like an installation with warnings.
  failureStatus: FAULT,
  // A connection that never answered must not keep the process.
  endsAtOnce: true,
  async run() {
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
    const worst = worstOf(checks)
    return { lines: textReport(checks), json: { status: worst, checks }, status: SEVERITIES.indexOf(worst) }
  },
})
