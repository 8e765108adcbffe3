import { setWakeTime } from '../../commands/executions/set-wake-time.js'
import { stepScope } from '../../commands/executions/execution-scope.js'
import { completeStep } from '../../commands/executions/complete-step.js'
import { isOpen, openTemplateStep, type OpenTemplateStep } from '../../commands/executions/open-step.js'
import { readMoment, type DelayConfig } from '../../models/domain/delay-end.js'
import type { Directive, StepRef } from '../../models/domain/directive.js'
import { directiveFor } from '../../models/domain/enter-step.js'
import { failed } from '../../models/step-execution.js'
import { RenderError } from '../../mail/rendering/render-message.js'
import { renderValues } from '../../mail/rendering/render-values.js'

/**
 * Renders the end of a DELAY whose `until` is a template, with the current contact. Returns the same step with its end,
 * or the next directive when the end is no date.
 */
export async function beginDelay(ref: StepRef): Promise<Directive> {
  const found = await openTemplateStep(ref)
  if (!isOpen(found)) return found
  // An earlier attempt stored the end.
  if (found.execution.wakeAt) return directiveFor(found.version, found.execution)
  const end = await findEnd(found)
  return end instanceof Date ? setWakeTime(ref, end) : completeStep(ref, end, { open: found })
}

async function findEnd(open: OpenTemplateStep) {
  const { until = '' } = open.step.config as DelayConfig
  try {
    const rendered = await renderValues(until, stepScope(open), open.execution.projectId)
    return readMoment(rendered) ?? failed('invalid_date')
  } catch (error) {
    if (error instanceof RenderError) return failed(error.message)
    throw error
  }
}
