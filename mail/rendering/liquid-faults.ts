import { checkSyntax, type SyntaxFault } from './compile.js'
import { RenderError } from './render-message.js'
import { Budget, OverBudget } from './threads/budget.js'
import { performInThread } from './threads/perform.js'

/** The state of validating the templates of one request. */
interface Validation {
  budget: Budget
  /** The results of a thread for the templates that were left to it. */
  results: ReadonlyMap<string, SyntaxFault | null>
  /** The templates that are left to a thread. */
  left: Set<string>
}

// Schemas are run without a pause, so that only one validation at a time can be the current one.
let current: Validation | null = null

/** The fault of a template, null for a sound one; called by the schemas that `validateLiquid` runs. */
export function findLiquidFault(source: string): SyntaxFault | null {
  if (current === null) return checkSyntax(source)
  const { budget, results, left } = current
  const result = results.get(source)
  if (result !== undefined) return result
  try {
    return checkSyntax(source, budget)
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    left.add(source)
    // Sound until a thread has read it, and the schemas run again.
    return null
  }
}

/**
 * Runs schemas that call `findLiquidFault`. Liquid that exceeds the budget of the event loop is read by a thread, as a
 * task of `sender`, and then the schemas run once more. A request that fails anyway is not read by a thread.
 */
export async function validateLiquid<T extends { success: boolean }>(sender: string, validate: () => T): Promise<T> {
  const left = new Set<string>()
  const result = runWith({ budget: new Budget(), results: new Map(), left }, validate)
  if (left.size === 0 || !result.success) return result
  return runWith({ budget: new Budget(), results: await readInThread(sender, [...left]), left: new Set() }, validate)
}

function runWith<T>(validation: Validation, validate: () => T): T {
  current = validation
  try {
    return validate()
  } finally {
    current = null
  }
}

async function readInThread(sender: string, sources: string[]): Promise<Map<string, SyntaxFault | null>> {
  try {
    const faults = await performInThread(sender, 'syntax', sources)
    return new Map(sources.map((source, index) => [source, faults[index] ?? null]))
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const fault = { message: error.message, line: 1, column: 1 }
    return new Map(sources.map((source) => [source, fault]))
  }
}
