import { setWakeTime } from '../../commands/executions/set-wake-time.js'
import { stepScope } from '../../commands/executions/execution-scope.js'
import type { StepResult } from '../../commands/executions/complete-step.js'
import type { OpenTemplateStep } from '../../commands/executions/open-step.js'
import { readMoment, type DelayConfig } from '../../models/domain/delay-end.js'
import type { Directive, StepRef } from '../../models/domain/directive.js'
import { directiveFor } from '../../models/domain/enter-step.js'
import { failed } from '../../models/step-execution.js'
import { renderValues } from '../../mail/rendering/render-values.js'

/**
 * Renders the end of a DELAY whose `until` is a template, with the current contact. Returns the same step with its end,
 * or its failure when the end is no date. Throws RenderError.
 */
export async function beginDelay(ref: StepRef, open: OpenTemplateStep): Promise<StepResult | Directive> {
  // An earlier attempt stored the end.
  if (open.execution.wakeAt) return directiveFor(open.version, open.execution)
  const { until = '' } = open.step.config as DelayConfig
  const end = readMoment(
    await renderValues(until, stepScope(open), ref.projectId, { timeZone: open.project?.timezone }),
  )
  return end ? setWakeTime(ref, end) : failed('invalid_date')
}
