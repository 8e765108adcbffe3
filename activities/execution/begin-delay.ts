import { setWakeTime } from '../../commands/automation/executions/set-wake-time.js'
import { stepScope } from '../../commands/automation/executions/execution-scope.js'
import type { StepResult } from '../../commands/automation/executions/complete-step.js'
import type { OpenTemplateStep } from '../../commands/automation/executions/open-step.js'
import { delayEnd, inZone, readMoment, zoneOf, type DelayConfig } from '../../models/domain/delay-end.js'
import type { NextStep, StepRef } from '../../models/domain/next-step.js'
import { nextStepFor } from '../../models/domain/enter-step.js'
import { isTimeZone } from '../../models/domain/time-zone.js'
import { failed } from '../../models/step-execution.js'
import { databaseNow } from '../../runtime/mongodb/clock.js'
import { renderValues } from '../../mail/rendering/render-values.js'

/**
 * Renders the end of a DELAY whose `until` or time zone is a template, with the current contact. A text that is no time
 * zone means the time zone of the project. Returns the same step with its end, or the failure of the step when the end
 * is no date. Throws RenderError.
 */
export async function beginDelay(ref: StepRef, open: OpenTemplateStep): Promise<StepResult | NextStep> {
  // An earlier attempt stored the end.
  if (open.execution.wakeAt) return nextStepFor(open.version, open.execution)
  const config = open.step.config as DelayConfig
  const render = async (template: string): Promise<string> => {
    const rendered = await renderValues<unknown>(template, stepScope(open), ref.projectId, {
      timeZone: open.project?.timezone,
    })
    return typeof rendered === 'string' ? rendered.trim() : ''
  }
  if (config.until !== undefined) {
    const end = readMoment(await render(config.until))
    return end ? setWakeTime(ref, open.execution, end) : failed('invalid_date')
  }
  const zone = open.project?.timezone ?? 'UTC'
  const zoneOfStep = await render(zoneOf(config) ?? '')
  const zonedConfig = inZone(config, isTimeZone(zoneOfStep) ? zoneOfStep : zone)
  // A window may have closed since the step began. The days of a delay count from the begin of the step.
  const from = config.window ? databaseNow() : (open.execution.stepStartedAt ?? databaseNow())
  return setWakeTime(ref, open.execution, delayEnd(zonedConfig, from, zone) ?? from)
}
