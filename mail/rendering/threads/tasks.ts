import { checkSyntax, type SyntaxFault } from '../compile.js'
import {
  compileBodies,
  type CompiledBodies,
  type BodyTemplate,
  type NotCompiled,
} from '../../compiled/compile-bodies.js'
import { fillValues, type Filling } from '../fill-values.js'
import { withFooter, type FooterInput, type BodyWithFooter, type BodyBeforeFooter } from '../footer.js'
import { convertHtml } from '../html-to-text.js'
import { renderMessage, type MessageTemplate, type RenderedMessage } from '../render-message.js'
import { fillRequest, type FilledRequest, type RequestInput } from '../requests/fill-request.js'
import { addLinkParameters, type ParameterisedBody } from '../../links/link-parameters.js'
import { trackBody, type TrackedBody } from '../../links/track-body.js'
import { documentElements, type DocumentElements } from '../../inspection/document-elements.js'
import { usedVariables, type UsedInput, type UsedVariable } from '../../inspection/used-variables.js'
import { renderDesign, renderMjml, type DesignInput, type RenderedSource } from '../../design/render.js'
import type { Budget } from './budget.js'

type Variables = Record<string, unknown>

interface MessageInput {
  content: MessageTemplate
  variables: Variables
  /** The project's time zone; UTC without one. */
  timeZone?: string
  /** Null where the message has no footer. */
  footer: FooterInput | null
}

interface ValuesInput extends Omit<Filling, 'budget'> {
  value: unknown
  variables: Variables
}

/** The input and result of each task. Both can be copied to a thread and back. */
export interface TaskTypes {
  message: { input: MessageInput; result: RenderedMessage }
  footer: { input: BodyBeforeFooter; result: BodyWithFooter }
  parameters: { input: ParameterisedBody; result: string }
  values: { input: ValuesInput; result: unknown }
  request: { input: RequestInput; result: FilledRequest }
  text: { input: string; result: string }
  links: { input: TrackedBody; result: string }
  syntax: { input: string[]; result: (SyntaxFault | null)[] }
  bodies: { input: BodyTemplate; result: CompiledBodies | NotCompiled }
  variables: { input: UsedInput; result: UsedVariable[] }
  elements: { input: string; result: DocumentElements }
  design: { input: DesignInput; result: RenderedSource }
  mjml: { input: string; result: RenderedSource }
}

export type TaskName = keyof TaskTypes

type Tasks = { [N in TaskName]: (input: TaskTypes[N]['input'], budget: Budget | null) => TaskTypes[N]['result'] }

/**
 * The work whose duration depends on the author of a template. A task that exceeds its budget throws OverBudget, and
 * any task may throw RenderError.
 */
export const TASKS: Tasks = {
  message({ content, variables, timeZone, footer }, budget) {
    const { html, ...rendered } = renderMessage(content, variables, { timeZone, budget })
    return { ...rendered, html: footer ? withFooter({ html, links: footer, footer }, budget).html : html }
  },
  footer: withFooter,
  parameters: addLinkParameters,
  values: ({ value, variables, ...filling }, budget) => fillValues(value, variables, { ...filling, budget }),
  request: fillRequest,
  text: convertHtml,
  links: trackBody,
  syntax: (sources, budget) => sources.map((source) => checkSyntax(source, budget)),
  // This task runs only in threads, so it has no budget.
  bodies: (body) => compileBodies(body),
  variables: usedVariables,
  elements: documentElements,
  design: renderDesign,
  mjml: renderMjml,
}
